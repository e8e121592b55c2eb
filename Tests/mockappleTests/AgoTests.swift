import Testing

@testable import mockapple

@Suite struct `A moment in words` {
  @Test(
    arguments: [
      (1000, "now"), (999, "1 s ago"), (1001, "in 1 s"), (881, "119 s ago"), (820, "3 min ago"),
      (1180, "in 3 min"), (1149, "in 2 min"), (1150, "in 3 min"), (5_184_999, "in 60 days"),
      (-5_182_999, "59 days ago"), (8200, "in 2 h"), (-171_799, "47 h ago"), (-171_800, "2 days ago"),
      (2_593_000, "in 30 days"), (63_073_000, "in 2 years"), (.min, "long ago"),
      (.max, "in 292471208678 years"),
      (nil, "-"),
    ] as [(Int?, String)])
  func `tells how far it is from the clock`(moment: Int?, words: String) {
    #expect(Ago(now: 1000).words(moment) == words)
  }
}

@Suite struct `A table` {
  private let table = Table(
    ["key", "state"], [["A", Cell("signing", .green)], ["LONG", "é"]], empty: "None.")

  @Test func `is aligned`() {
    #expect(table.text(colored: false) == "KEY   STATE\nA     signing\nLONG  é")
  }

  @Test func `has colours that do not push its columns`() {
    let rows: [[Cell]] = [[Cell("a", .red), "b"], ["aa", "b"]]
    #expect(Table(rows).text(colored: true) == "\u{1b}[31ma\u{1b}[0m   b\naa  b")
  }

  @Test func `has notes below its rows`() {
    #expect(
      table.text(notes: [["a", "b"], []], colored: false)
        == "KEY   STATE\nA     signing\n    a\n    b\nLONG  é")
    let none = Table(["key"], [], empty: "None.")
    #expect(none.text(notes: [], colored: false) == "None.")
  }

  @Test func `is as wide as it is told`() {
    #expect(Table([["a", "b", "c"]], widths: [1, 3]).text(colored: false) == "a  b    c")
  }

  @Test func `says when it is empty`() {
    #expect(Table(["key"], [], empty: "There are no keys.").text(colored: true) == "There are no keys.")
  }

  @Test func `lets no control character through`() {
    #expect(Table([["\u{1b}[2J\r\n\u{9b}x"]]).text(colored: true) == "?[2J???x")
  }
}

@Suite struct `The nearest word` {
  private let known = ["list", "add", "show", "remove", "add-key", "revoke-key"]

  @Test(
    arguments: [
      ("lst", "list"), ("lsit", "list"), ("shwo", "show"), ("addkey", "add-key"), ("remvoe", "remove"),
      ("ad", "add"), ("nonsense", nil), ("", nil), ("x", nil), ("xx", nil), ("revoke", "remove"),
    ] as [(String, String?)])
  func `is at most two slips away`(word: String, nearest: String?) {
    #expect(Nearest.word(to: word, among: known) == nearest)
  }
}
