import AppleID
import Testing

@Suite struct `A span` {
  @Test(
    arguments: [
      (0, "0 s", "0s"), (-5, "0 s", "0s"), (1, "1 s", "1s"), (3599, "59 min 59 s", "59m59s"),
      (3600, "1 h", "1h"), (3601, "1 h 1 min", "1h1m"), (86_340, "23 h 59 min", "23h59m"),
      (86_399, "1 day", "1d"), (176_460, "2 days 1 h 1 min", "2d1h1m"),
      (.max, "106751991167300 days 15 h 30 min", "106751991167300d15h30m"),
    ] as [(Int, String, String)])
  func `is told in units, and typed so`(seconds: Int, words: String, argument: String) {
    #expect("\(Span(seconds))" == words)
    #expect(Span(seconds).argument == argument)
  }
}
