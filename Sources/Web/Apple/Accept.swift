import Primitives

/// What a client would rather have, a page or JSON (RFC 9110 section 12.5.1).
struct Accept {
  private let ranges: [(type: Substring, quality: Double)]

  init(_ text: String?) {
    ranges = (text ?? "").cut(toBytes: 1000).lowercased().split(separator: ",").map { range in
      let parts = range.split(separator: ";")
      let quality = parts.dropFirst().lazy.map { $0.filter { $0 != " " } }.first { $0.hasPrefix("q=") }
      let type = parts.first.map { Substring($0.filter { $0 != " " }) } ?? ""
      return (type, quality.flatMap { Double($0.dropFirst(2)) } ?? 1)
    }
  }

  /// Whether JSON is named and liked better than HTML; a browser, and `*/*`, gets the page.
  var prefersJSON: Bool { quality("application/json") > quality("text/html") }

  private func quality(_ type: Substring) -> Double {
    let family = type.prefix { $0 != "/" } + "/*"
    let exact = ranges.first { $0.type == type } ?? ranges.first { $0.type == family }
    return exact?.quality ?? 0
  }
}
