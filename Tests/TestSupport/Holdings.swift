package import AppleID
import Glibc

/// Which tests hold which of Apple's rules, and show which practices, read from the traits in the sources of the tests.
package struct Holdings: Sendable {
  /// A test by its sentence, with its suite's.
  package struct Test: Sendable, Hashable {
    package let suite: String
    package let name: String
  }

  private let tests: [String: [Test]]
  /// Names inside a trait that are neither a rule nor a practice.
  package let unknown: [String]

  /// Reads every Swift file below a folder.
  package init(below folder: String) {
    let known = Set(Rule.allCases.map { "\($0)" } + Practice.allCases.map { "\($0)" })
    var tests: [String: [Test]] = [:]
    for path in Self.files(below: folder) {
      for (name, test) in Self.holdings(in: Self.text(path)) { tests[name, default: []].append(test) }
    }
    self.tests = tests
    unknown = tests.keys.filter { !known.contains($0) }.sorted()
  }

  /// The tests that hold a rule.
  package func tests(of rule: Rule) -> [Test] { tests["\(rule)"] ?? [] }

  /// The tests that show a practice.
  package func tests(of practice: Practice) -> [Test] { tests["\(practice)"] ?? [] }

  /// The top of the package.
  package static func root(file: String = #filePath) -> String {
    file.split(separator: "/", omittingEmptySubsequences: false).dropLast(3).joined(separator: "/")
  }

  /// Each trait's rules with the test that follows it.
  private static func holdings(in text: String) -> [(rule: String, test: Test)] {
    var found: [(String, Test)] = []
    var rules: [String] = []
    var suite = ""
    var rest = text[...]
    while let next = rest.firstIndex(where: { $0 == "." || $0 == "`" || $0 == "{" }) {
      rest = rest[next...]
      if let trait = [".holds(", ".shows("].first(where: rest.hasPrefix) {
        let inside = rest.dropFirst(trait.count).prefix { $0 != ")" }
        rules += inside.split(separator: ",").map { String($0.filter { $0.isLetter || $0.isNumber }) }
        rest = rest.dropFirst(trait.count + inside.count)
      } else if rest.first == "`" {
        let name = rest.dropFirst().prefix { $0 != "`" }
        let isSuite = text[..<rest.startIndex].hasSuffix("struct ")
        if isSuite { suite = String(name) }
        if !isSuite { found += rules.map { ($0, Test(suite: suite, name: String(name))) } }
        if !isSuite { rules = [] }
        rest = rest.dropFirst(name.count + 2)
      } else {
        rest = rest.dropFirst()
      }
    }
    return found
  }

  private static func files(below folder: String) -> [String] {
    guard let directory = opendir(folder) else { return [] }
    defer { closedir(directory) }
    var files: [String] = []
    while let entry = readdir(directory) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
        pointer.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if name.hasPrefix(".") { continue }
      let path = folder + "/" + name
      files += name.hasSuffix(".swift") ? [path] : Self.files(below: path)
    }
    return files.sorted()
  }

  /// The text of a file; empty where it cannot be read.
  package static func text(_ path: String) -> String {
    guard let file = fopen(path, "r") else { return "" }
    defer { fclose(file) }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65536)
    while case let count = fread(&buffer, 1, buffer.count, file), count > 0 { bytes += buffer[..<count] }
    return String(decoding: bytes, as: UTF8.self)
  }
}
