/// A length of time as sentences tell it, rounded up to whole minutes from an hour on: who waits so long has waited
/// long enough.
package struct Span: Sendable, CustomStringConvertible {
  private static let units = [(86400, "d", "day"), (3600, "h", "h"), (60, "m", "min"), (1, "s", "s")]

  private let parts: [(count: Int, letter: String, name: String)]

  /// Of seconds; of fewer than one there is nothing to tell.
  package init(_ seconds: Int) {
    var rest = seconds < 3600 ? max(seconds, 0) : (min(seconds, .max - 60) - 1) / 60 * 60 + 60
    var parts: [(count: Int, letter: String, name: String)] = []
    for (size, letter, name) in Self.units where rest >= size {
      parts.append((rest / size, letter, name == "day" && rest >= 2 * size ? "days" : name))
      rest %= size
    }
    self.parts = parts.isEmpty ? [(0, "s", "s")] : parts
  }

  /// `1 day`, `2 h 5 min`.
  package var description: String { parts.map { "\($0.count) \($0.name)" }.joined(separator: " ") }

  /// As the command line takes it: `1d`, `2h5m`.
  package var argument: String { parts.map { "\($0.count)\($0.letter)" }.joined() }
}
