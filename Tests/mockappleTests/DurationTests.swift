import TestSupport
import Testing

@testable import mockapple

@Suite struct `A duration` {
  @Test(arguments: [
    ("0", 0), ("90", 90), ("-90", -90), ("90s", 90), ("5m", 300), ("2h", 7200), ("30d", 2_592_000),
    ("1h30m", 5400), ("1d2h3m4s", 93_784), ("0s", 0), ("999999999s", 999_999_999),
    ("-999999999999", -999_999_999_999),
  ])
  func `is read as people write it`(text: String, seconds: Int) {
    #expect(mockapple.Duration.seconds(text) == seconds)
  }

  @Test(arguments: [
    "", " ", "m", "5x", "5 m", "5m ", "h5", "1.5h", "-5m", "1h30", "5M", "٥m", "10000000000s",
    "1000000000000",
    "99999999999999999999", "5mm", "-9223372036854775808",
  ])
  func `is nothing else`(text: String) { #expect(mockapple.Duration.seconds(text) == nil) }

  @Test(arguments: [
    (0, "0s"), (59, "59s"), (60, "1m"), (3661, "1h 1m"), (86_400, "1d"), (93_784, "1d 2h"), (86_401, "1d 1s"),
  ])
  func `is told in its two largest units`(seconds: Int, words: String) {
    #expect(mockapple.Duration.words(seconds) == words)
  }
}

@Suite struct `A key file` {
  @Test(
    arguments: [
      ("AuthKey_ABC123DEFG.p8", "ABC123DEFG"), ("/a/b_c/AuthKey_ABC123DEFG.p8", "ABC123DEFG"),
      ("AuthKey_.p8", nil),
      ("AuthKey_X.pem", nil), ("authkey_X.p8", nil), ("X.p8", nil), ("", nil), ("/", nil),
      ("AuthKey_ABC/key.p8", nil), ("AuthKey_A.p8", "A"),
    ] as [(String, String?)])
  func `has its Key ID in its name`(path: String, keyID: String?) {
    #expect(KeyFile.keyID(of: path) == keyID)
  }

  @Test func `that cannot be read is named`() throws {
    let error = try #require(throws: Failure.self) { try KeyFile.key("/nonexistent/AuthKey_X.p8") }
    #expect(error.description == "/nonexistent/AuthKey_X.p8: No such file or directory.")
  }

  @Test func `that holds no key is named`() throws {
    let folder = Folder()
    let path = folder.write("no key\n", to: "AuthKey_X.p8")
    let error = try #require(throws: Failure.self) { try KeyFile.key(path) }
    #expect(error.description.hasPrefix(path + ": "))
  }
}
