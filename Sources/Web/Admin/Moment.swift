/// Moments as people write them (RFC 3339), read and written without a calendar library.
package enum Moment {
  /// The largest number of seconds that a moment or a duration may have: about ten thousand years.
  package static let limit = 315_360_000_000

  /// Seconds since 1970 of `2027-01-01T00:00:00Z`, with `Z` or an offset, a fraction cut off; nil where the text is
  /// none.
  package static func seconds(rfc3339 text: String) -> Int? {
    let bytes = Array(text.utf8)
    guard bytes.count >= 20 else { return nil }
    func number(_ range: Range<Int>) -> Int? { Self.number(bytes[range]) }
    guard let year = number(0..<4), let month = number(5..<7), let day = number(8..<10),
      let hour = number(11..<13),
      let minute = number(14..<16), let second = number(17..<19), (1...12).contains(month),
      (1...Self.days(in: month, year)).contains(day), hour < 24, minute < 60, second <= 60
    else { return nil }
    let marks = [4: "-", 7: "-", 10: "Tt ", 13: ":", 16: ":"]
    guard marks.allSatisfy({ $0.value.utf8.contains(bytes[$0.key]) }) else { return nil }
    var rest = bytes[19...]
    if rest.first == UInt8(ascii: ".") {
      let fraction = rest.dropFirst().prefix { (0x30...0x39).contains($0) }
      guard !fraction.isEmpty else { return nil }
      rest = rest.dropFirst(fraction.count + 1)
    }
    guard let offset = Self.offset(Array(rest)) else { return nil }
    return Self.daysSince1970(year, month, day) * 86400 + hour * 3600 + minute * 60 + second - offset
  }

  /// The text of a moment in UTC, such as `2027-01-01T00:00:00Z`.
  package static func text(_ seconds: Int) -> String {
    let day = (seconds >= 0 ? seconds : seconds - 86399) / 86400
    let time = seconds - day * 86400
    // The civil calendar from a day number, counted in eras of 400 years that begin in March.
    let shifted = day + 719_468
    let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
    let dayOfEra = shifted - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shiftedMonth = (5 * dayOfYear + 2) / 153
    let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
    let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    let date = [month, dayOfYear - (153 * shiftedMonth + 2) / 5 + 1].map(Self.two).joined(separator: "-")
    let zeros = String(repeating: "0", count: max(0, 4 - String(year).utf8.count))
    return zeros + String(year) + "-" + date + "T"
      + [time / 3600, time / 60 % 60, time % 60].map(Self.two).joined(separator: ":") + "Z"
  }

  private static func number(_ digits: ArraySlice<UInt8>) -> Int? {
    guard digits.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
    return digits.reduce(0) { $0 * 10 + Int($1 - 0x30) }
  }

  private static func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }

  private static func offset(_ bytes: [UInt8]) -> Int? {
    if bytes == [UInt8(ascii: "Z")] || bytes == [UInt8(ascii: "z")] { return 0 }
    guard bytes.count == 6, bytes[3] == UInt8(ascii: ":"), let hours = number(bytes[1..<3]),
      let minutes = number(bytes[4..<6]), hours < 24, minutes < 60
    else { return nil }
    let seconds = hours * 3600 + minutes * 60
    switch bytes[0] {
    case UInt8(ascii: "+"): return seconds
    case UInt8(ascii: "-"): return -seconds
    default: return nil
    }
  }

  private static func days(in month: Int, _ year: Int) -> Int {
    switch month {
    case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }

  private static func daysSince1970(_ year: Int, _ month: Int, _ day: Int) -> Int {
    let year = month <= 2 ? year - 1 : year
    let era = (year >= 0 ? year : year - 399) / 400
    let yearOfEra = year - era * 400
    let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
    return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
  }
}
