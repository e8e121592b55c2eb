/// Percent-encoding (RFC 3986, section 2.1).
package enum PercentEncoding {
  /// The text behind the encoding; nil when a "%" isn't followed by two hex digits, or the bytes aren't UTF-8.
  package static func decode(_ text: String) -> String? {
    decode(text.utf8).flatMap { String(validating: $0, as: UTF8.self) }
  }

  /// Everything but unreserved characters (RFC 3986, section 2.3) percent-encoded, as `encodeURIComponent` does.
  package static func encode(_ text: String) -> String {
    encode(text, space: "%20")
  }

  /// The bytes behind the encoding; nil when a "%" isn't followed by two hex digits.
  static func decode(_ text: some Sequence<UInt8>, plusIsSpace: Bool = false) -> [UInt8]? {
    var bytes: [UInt8] = []
    var rest = text.makeIterator()
    while let byte = rest.next() {
      switch byte {
      case UInt8(ascii: "%"):
        guard let high = rest.next().flatMap(hexDigit), let low = rest.next().flatMap(hexDigit) else {
          return nil
        }
        bytes.append(high << 4 | low)
      case UInt8(ascii: "+") where plusIsSpace: bytes.append(UInt8(ascii: " "))
      default: bytes.append(byte)
      }
    }
    return bytes
  }

  static func encode(_ text: String, space: String) -> String {
    var encoded = ""
    for byte in text.utf8 {
      if isUnreserved(byte) {
        encoded.unicodeScalars.append(UnicodeScalar(byte))
      } else if byte == UInt8(ascii: " ") {
        encoded += space
      } else {
        encoded += byte < 16 ? "%0" : "%"
        encoded += String(byte, radix: 16, uppercase: true)
      }
    }
    return encoded
  }
}

private func isUnreserved(_ byte: UInt8) -> Bool {
  switch byte {
  case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
  case UInt8(ascii: "0")...UInt8(ascii: "9"): true
  default: "-._~".utf8.contains(byte)
  }
}

private func hexDigit(_ byte: UInt8) -> UInt8? {
  switch byte {
  case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
  case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
  case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
  default: nil
  }
}
