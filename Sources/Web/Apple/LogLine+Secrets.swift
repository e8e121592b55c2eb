extension LogLine {
  /// The same without the codes, tokens and secrets that were sent where another value belongs, such as the
  /// client_secret as client_id, and that hint, client_id or path would repeat.
  var withoutSecrets: LogLine {
    LogLine(
      request: request, method: method, path: Self.cut(path), status: status,
      clientID: clientID.map(Self.cut), account: account, rule: rule, hint: hint.map(Self.cut),
      duration: duration)
  }

  private static func cut(_ text: String) -> String {
    guard text.utf8.count > 32 else { return text }
    var kept = ""
    var rest = text[...]
    while let start = rest.firstIndex(where: isOfToken) {
      let word = rest[start...].prefix(while: isOfToken)
      kept += rest[..<start]
      kept += isSecret(word) ? word.prefix(4) + "..." : word
      rest = rest[word.endIndex...]
    }
    return kept + rest
  }

  private static func isOfToken(_ character: Character) -> Bool {
    character.isASCII && (character.isLetter || character.isNumber || ".-_".contains(character))
  }

  /// Whether it begins as a JWT or as one of Apple's tokens do; damaged ones and halves, too.
  private static func isSecret(_ word: Substring) -> Bool {
    word.utf8.count > 32
      && (word.hasPrefix("eyJ")
        || ("car".contains(word.first ?? " ") && word.dropFirst().prefix(32).allSatisfy(\.isHexDigit)))
  }
}
