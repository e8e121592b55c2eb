import CSample

/// The files of `keys/` and `seed/` as they were when the program was built. The keys are public on purpose.
package enum Sample {
  /// The Key ID (`kid`) of the sample team's client key.
  package static let clientKeyID = "KEY0000001"

  /// The sample team's client key as Apple hands one out: P-256, PKCS#8, PEM.
  package static var clientKeyPEM: String { known("keys/AuthKey_\(clientKeyID).p8") }

  /// What a fresh store begins with, as JSON.
  package static var seed: String { known("seed/default.json") }

  /// The description of the admin API (OpenAPI 3.1).
  package static var openAPI: String { known("docs/openapi.json") }

  /// The ready RSA-2048 signing keys, ordered by `kid` (bytewise): a fresh store takes them in this order.
  package static var signingKeys: [(kid: String, pem: String)] {
    (0..<csample_count()).compactMap { index in
      let name = name(index)
      guard name.hasPrefix("keys/"), name.hasSuffix(".pem") else { return nil }
      return (kid: String(name.dropFirst("keys/".count).dropLast(".pem".count)), pem: text(index))
    }
  }

  /// The text of an embedded file by its name below the top of the package (`keys/…`, `seed/…`), or nil.
  package static func text(_ name: String) -> String? {
    (0..<csample_count()).first { self.name($0) == name }.map { text($0) }
  }

  private static func known(_ name: String) -> String {
    guard let text = text(name) else { preconditionFailure("\(name) is not embedded by sample.c.") }
    return text
  }

  private static func name(_ index: Int) -> String { String(cString: csample_name(index)) }

  private static func text(_ index: Int) -> String {
    String(
      decoding: UnsafeBufferPointer(start: csample_bytes(index), count: csample_length(index)), as: UTF8.self)
  }
}
