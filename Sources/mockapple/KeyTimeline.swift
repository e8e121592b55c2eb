import JSON

/// The lives of the keys along one line of time: `-` published, `=` signing, `|` now.
struct KeyTimeline {
  private static let width = 32

  /// What its signs mean.
  static let legend = "- published  = signs  | now"

  private let from: Int
  private let until: Int
  private let now: Int

  /// The line spans every planned moment, and as much of the past, at least an hour on either side.
  init(_ keys: [JSON], now: Int) {
    let names = ["published_from", "signs_from", "signs_until", "published_until"]
    let future = keys.flatMap { key in names.compactMap { key[$0]?.int } }.filter { $0 > now }.max() ?? now
    let span = max(3600, min(future - now, 1_000_000_000))
    self.now = now
    from = now - span
    until = now + span
  }

  /// What stands above the line: how far it reaches.
  var heading: String { "\(Duration.words(now - from)) ago … in \(Duration.words(until - now))" }

  /// A key's life.
  func drawing(of key: JSON) -> String {
    String(
      (0..<Self.width).map { cell -> Character in
        if cell == Self.width / 2 { return "|" }
        let moment = from + (until - from) * cell / Self.width
        if spans(key, "signs_from", "signs_until", moment) { return "=" }
        return spans(key, "published_from", "published_until", moment) ? "-" : " "
      })
  }

  private func spans(_ key: JSON, _ start: String, _ end: String, _ moment: Int) -> Bool {
    guard let start = key[start]?.int, start <= moment else { return false }
    return key[end]?.int.map { moment < $0 } ?? true
  }
}
