import Glibc

@testable import HTTP

/// The command openssl, its files in a directory that goes with it.
final class OpenSSL {
  private let directory: String

  static let isInstalled = ["/usr/bin", "/usr/local/bin", "/bin"].contains {
    access("\($0)/openssl", X_OK) == 0
  }

  init() throws(Failure) {
    var name = Array("/tmp/mockapple-tls-XXXXXX".utf8CString)
    guard mkdtemp(&name) != nil else { throw Failure(words: ["mkdtemp"]) }
    directory = String(decoding: name.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  deinit {
    if let child = try? spawn(["rm", "-r", directory]) { waitpid(child, nil, 0) }
  }

  struct Failure: Error {
    let words: [String]
  }

  func path(_ file: String) -> String { "\(directory)/\(file)" }

  func makeAuthority(_ name: String) throws {
    try run(
      ["req", "-x509", "-days", "2", "-subj", "/CN=\(name)"] + key + [
        path("\(name).key"), "-out", path("\(name).pem"),
      ])
  }

  func makeCertificate(_ name: String, by authority: String, names: String = "IP:127.0.0.1,DNS:localhost")
    throws
  {
    try run(
      ["req", "-x509", "-days", "2", "-subj", "/CN=\(name)"] + key + [
        path("\(name).key"), "-out", path("\(name).pem"), "-CA", path("\(authority).pem"), "-CAkey",
        path("\(authority).key"), "-addext", "subjectAltName=\(names)", "-addext",
        "basicConstraints=critical,CA:FALSE",
      ])
  }

  /// A server that answers any request with 200.
  func serve(_ certificate: String) throws -> Server {
    try Server(
      ["openssl", "s_server", "-www", "-accept", "127.0.0.1:0"]
        + ["-cert", path("\(certificate).pem"), "-key", path("\(certificate).key")])
  }

  final class Server {
    let port: UInt16
    private let child: pid_t

    fileprivate init(_ words: [String]) throws {
      var ends: [Int32] = [-1, -1]
      guard pipe(&ends) == 0 else { throw Failure(words: words) }
      defer { close(ends[0]) }
      child = try spawn(words, output: ends[1])
      close(ends[1])
      // It says "ACCEPT 127.0.0.1:43210".
      var text = ""
      var byte: UInt8 = 0
      while !text.contains("ACCEPT ") || !text.hasSuffix("\n"), read(ends[0], &byte, 1) == 1 {
        text.unicodeScalars.append(Unicode.Scalar(byte))
      }
      guard let port = text.split(separator: ":").last.flatMap({ UInt16($0.prefix { $0.isNumber }) }) else {
        throw Failure(words: words)
      }
      self.port = port
    }

    deinit {
      kill(child, SIGKILL)
      waitpid(child, nil, 0)
    }
  }

  private var key: [String] { ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-keyout"] }

  private func run(_ words: [String]) throws {
    var status: Int32 = 0
    guard waitpid(try spawn(["openssl"] + words), &status, 0) > 0, status == 0 else {
      throw Failure(words: words)
    }
  }
}

/// Starts a program; what it says goes to the descriptor, or nowhere.
private func spawn(_ words: [String], output: Int32? = nil) throws(OpenSSL.Failure) -> pid_t {
  var actions = posix_spawn_file_actions_t()
  posix_spawn_file_actions_init(&actions)
  defer { posix_spawn_file_actions_destroy(&actions) }
  posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0)
  posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)
  if let output { posix_spawn_file_actions_adddup2(&actions, output, 1) }
  var arguments = words.map { strdup($0) } + [nil]
  defer { for argument in arguments { free(argument) } }
  var child = pid_t()
  guard posix_spawnp(&child, words[0], &actions, nil, &arguments, environ) == 0 else {
    throw OpenSSL.Failure(words: words)
  }
  return child
}
