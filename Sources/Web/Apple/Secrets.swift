import HTTP
import Primitives

/// What of a text must not be written down: codes, tokens, secrets and private keys.
package enum Secrets {
  /// The text with each of them cut after its fourth byte; damaged ones and halves, too. They are known by how a
  /// JWT, one of Apple's tokens or a private key begins, wherever in a word that is, percent-encoded or not.
  package static func cut(_ text: String) -> String {
    guard text.utf8.contains(UInt8(ascii: "%")), let decoded = PercentEncoding.decode(text) else {
      return cutPlain(text)
    }
    let plain = cutPlain(decoded)
    return plain == decoded ? cutPlain(text) : plain
  }

  private static func cutPlain(_ text: String) -> String {
    let bytes = Array(text.utf8)
    guard bytes.count > 32 else { return text }
    if bytes.contains("PRIVATE KEY".utf8) || bytes.contains("AgEAMBMGByqGSM49".utf8) {
      return text.cut(toBytes: 4) + "..."
    }
    var kept: [UInt8] = []
    var start = 0
    while start < bytes.count {
      let end = bytes[start...].firstIndex { !isOfToken($0) } ?? bytes.endIndex
      let word = bytes[start..<end]
      if let secret = word.count > 32 ? beginning(in: word) : nil {
        kept += word[..<secret] + word[secret...].prefix(4) + Array("...".utf8)
      } else {
        kept += word
      }
      if end < bytes.count { kept.append(bytes[end]) }
      start = end + 1
    }
    return String(decoding: kept, as: UTF8.self)
  }

  /// Where in a word a secret begins; what follows it belongs to it.
  private static func beginning(in word: ArraySlice<UInt8>) -> Int? {
    var digits = 0
    for index in word.indices {
      if jwts.contains(where: { word[index...].starts(with: $0) }) { return index }
      digits = isHexDigit(word[index]) ? digits + 1 : 0
      // The letter before 32 digits, which may be one of a longer run itself.
      guard digits >= 32, index - 32 >= word.startIndex, kinds.contains(word[index - 32]) else { continue }
      return index - 32
    }
    return nil
  }

  /// How a JSON object begins in base64url.
  private static let jwts = ["eyJ", "eyA", "ewo", "ewk", "ew0"].map { Array($0.utf8) }
  private static let kinds = Array("car".utf8)

  private static func isOfToken(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      true
    default: ".-_".utf8.contains(byte)
    }
  }

  private static func isHexDigit(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "f"), UInt8(ascii: "A")...UInt8(ascii: "F"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      true
    default: false
    }
  }
}

extension LogLine {
  /// The same without what was sent where another value belongs, such as the client_secret as client_id, and that hint,
  /// client_id or path would repeat.
  var withoutSecrets: LogLine {
    LogLine(
      request: request, method: Secrets.cut(method), path: Secrets.cut(path), status: status,
      clientID: clientID.map(Secrets.cut), account: account, rule: rule, hint: hint.map(Secrets.cut),
      duration: duration)
  }
}
