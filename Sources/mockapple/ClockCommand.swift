import JSON
import Web

/// `clock`: shows and moves the clock the rules obey.
struct ClockCommand: Command {
  static let verb = "clock"
  static let summary = "shows, advances, sets, freezes or resets the clock"
  static let usage = """
    Usage: mockapple clock [advance 5m | set 2027-01-01T00:00:00Z | freeze | reset] [--stamps real|clock]
      advance D            moves it on by a duration: 90, 90s, 5m, 2h, 30d
      set T                sets it to RFC 3339 text or seconds since 1970
      freeze               stops it where it is
      reset                puts the real clock back
      --stamps real|clock  what iat, exp and the checks of a client_secret follow (real)
    \(AdminClient.usage)
    """

  private enum Act { case show, advance(Int), set(JSON), freeze, reset }

  private let admin: AdminClient
  private let act: Act
  private let stamps: String?

  private enum Verb: String, CaseIterable { case advance, set, freeze, reset }

  init(_ arguments: inout Arguments) throws(UsageError) {
    admin = try AdminClient(&arguments)
    stamps = try arguments.option("stamps")
    switch try arguments.verb(of: Verb.self) {
    case nil: act = .show
    case .advance:
      guard let text = arguments.operand(), let seconds = Duration.seconds(text) else {
        throw UsageError("advance wants a duration such as 90s, 5m, 2h or 30d.")
      }
      act = .advance(seconds)
    case .set:
      guard let text = arguments.operand() else {
        throw UsageError("set wants a moment such as 2027-01-01T00:00:00Z.")
      }
      act = .set(Int(text).map { .int($0) } ?? .string(text))
    case .freeze: act = .freeze
    case .reset: act = .reset
    }
  }

  func run() throws {
    if let stamps { try admin.call("PUT", "clock", ["stamps": .string(stamps)]) }
    switch act {
    case .show: break
    case .advance(let seconds):
      try admin.call("POST", "clock/advance", ["seconds": .int(seconds)], seconds: 60)
    case .set(let moment): try admin.call("PUT", "clock", ["now": moment], seconds: 60)
    case .freeze: try admin.call("PUT", "clock", ["frozen": true])
    case .reset: try admin.call("DELETE", "clock")
    }
    let clock = try admin.call("GET", "clock")
    guard !admin.json else { return Terminal.out(clock.prettyText()) }
    let offset = clock["offset_s"]?.int ?? 0
    let place =
      offset == 0 ? "the real time" : Duration.words(abs(offset)) + (offset > 0 ? " ahead" : " behind")
    Terminal.out(
      "\(Moment.text(clock["now"]?.int ?? 0)), \(place)" + (clock["frozen"]?.bool == true ? ", frozen" : "")
        + "; stamps: \(clock["stamps"]?.string ?? "")")
  }
}

/// Durations as people write them.
enum Duration {
  private static let units = [("d", 86400), ("h", 3600), ("m", 60), ("s", 1)]

  /// Seconds of `90`, `90s`, `5m`, `2h`, `30d`, or several of these in a row; nil where the text is none.
  static func seconds(_ text: String) -> Int? {
    if let number = Int(text) { return number.magnitude < 1_000_000_000_000 ? number : nil }
    var total = 0
    var digits = ""
    for character in text {
      if character.isASCII, character.isNumber {
        digits.append(character)
        continue
      }
      guard let unit = units.first(where: { $0.0 == String(character) }), digits.utf8.count < 10,
        let number = Int(digits)
      else { return nil }
      total += number * unit.1
      digits = ""
    }
    return digits.isEmpty && !text.isEmpty ? total : nil
  }

  /// A duration in its two largest units, such as `2h 5m`.
  static func words(_ seconds: Int) -> String {
    var rest = seconds
    var parts: [String] = []
    for (unit, size) in units where rest >= size {
      parts.append("\(rest / size)\(unit)")
      rest %= size
    }
    return parts.isEmpty ? "0s" : parts.prefix(2).joined(separator: " ")
  }
}
