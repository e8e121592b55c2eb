import Crypto
import Testing

@Suite struct `SHA-256` {
  /// FIPS 180-4's example, and the empty message.
  @Test func `gives the known digests`() {
    #expect(
      SHA256.digest(Array("abc".utf8))
        == hex("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"))
    #expect(
      SHA256.digest([]) == hex("e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"))
  }
}

@Suite struct `HMAC with SHA-256` {
  /// RFC 4231, sections 4.3 and 4.7.
  @Test func `gives the known codes`() {
    #expect(
      HMACSHA256.code(for: Array("what do ya want for nothing?".utf8), key: Array("Jefe".utf8))
        == hex("5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"))
    #expect(
      HMACSHA256.code(
        for: Array("Test Using Larger Than Block-Size Key - Hash Key First".utf8),
        key: [UInt8](repeating: 0xAA, count: 131))
        == hex("60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54"))
  }

  @Test func `takes nothing under no key`() {
    #expect(
      HMACSHA256.code(for: [], key: [])
        == hex("b613679a0814d9ec772f95d778c35fc5ff1697c493715653c6c712144292c5ad"))
  }
}

@Suite struct `Comparing in constant time` {
  @Test(arguments: [
    ("", "", true), ("a", "a", true), ("a", "b", false), ("a", "", false), ("a", "aa", false),
  ])
  func `finds the same text only`(a: String, b: String, isEqual: Bool) {
    #expect(isEqualInConstantTime(a, b) == isEqual)
  }

  @Test func `compares bytes, not what they look like`() {
    #expect(!isEqualInConstantTime("\u{E9}", "e\u{301}"))
  }
}
