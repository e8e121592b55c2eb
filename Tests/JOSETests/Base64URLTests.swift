import JOSE
import Testing

@Suite struct `base64url` {
  /// RFC 4648, section 10, and the letters that differ from base64.
  @Test(arguments: [
    ("", ""), ("f", "Zg"), ("fo", "Zm8"), ("foo", "Zm9v"), ("foob", "Zm9vYg"), ("fooba", "Zm9vYmE"),
    ("foobar", "Zm9vYmFy"), ("???", "Pz8_"), ("~~~", "fn5-"),
  ])
  func `writes and reads`(plain: String, text: String) {
    #expect(Base64URL.encode(Array(plain.utf8)) == text)
    #expect(Base64URL.decode(text) == Array(plain.utf8))
  }

  @Test func `reads all that it writes`() {
    for count in 0..<260 {
      let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 167 &+ count) }
      #expect(Base64URL.decode(Base64URL.encode(bytes)) == bytes)
    }
  }

  @Test(arguments: [
    "Zg==", "Zm8=", "Zm9v=", "Z", "Zm9vY", "Zm 9v", "Zm9v\n", "\nZm9v", "Pz8/", "fn5+", "Zm9é", "Zm9\u{0}",
    "Z.9v",
    "Zh", "Zk", "Zm9vYh", "Zm9", "Zm-",
  ])
  func `refuses`(text: String) {
    #expect(Base64URL.decode(text) == nil)
  }
}
