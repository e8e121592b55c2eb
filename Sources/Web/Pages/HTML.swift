/// Markup whose interpolated texts are escaped, never trusted.
struct HTML: Sendable, ExpressibleByStringInterpolation {
  let text: String

  init(stringLiteral value: String) { text = value }
  init(stringInterpolation: StringInterpolation) { text = stringInterpolation.text }
  init(joining parts: [HTML]) { text = parts.map(\.text).joined() }
  /// Markup that was made safe for its place already, such as JSON inside a script.
  init(trusted text: String) { self.text = text }

  /// Collects the markup and escapes what is interpolated.
  struct StringInterpolation: StringInterpolationProtocol {
    fileprivate(set) var text = ""

    init(literalCapacity: Int, interpolationCount: Int) { text.reserveCapacity(literalCapacity * 2) }

    mutating func appendLiteral(_ literal: String) { text += literal }
    mutating func appendInterpolation(_ html: HTML) { text += html.text }
    mutating func appendInterpolation(_ value: String) {
      for character in value.unicodeScalars {
        switch character {
        case "&": text += "&amp;"
        case "<": text += "&lt;"
        case ">": text += "&gt;"
        case "\"": text += "&quot;"
        case "'": text += "&#39;"
        default: text.unicodeScalars.append(character)
        }
      }
    }
  }
}
