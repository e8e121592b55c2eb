extension Completion {
  /// The script for zsh, which shows what the words mean.
  var zsh: String {
    """
    #compdef mockapple
    # Completion of mockapple in zsh; made by: mockapple completion zsh
    _mockapple() {
      local option= line= word files=
      local -a found
      for word in "${(@)words[2,CURRENT-1]}"; do
        if [[ -n $option ]]; then option=; continue; fi
        case $word in
          --*=*|\(flags.joined(separator: "|"))) ;;
          --*) option=$word ;;
          *) line+=${line:+ }$word ;;
        esac
      done
      if [[ $PREFIX == --*=* ]]; then
        option=${PREFIX%%=*}
        compset -P '*='
      fi
      if [[ -n $option ]]; then
        case "$line $option" in
    \(values.map { Self.zsh(Self.pattern($0.of), $0.offer) }.joined(separator: "\n"))
        esac
      elif [[ $PREFIX == -* ]]; then
        case "$line " in
    \(options.map { Self.zsh("'\($0.of) '*", $0.offer) }.joined(separator: "\n"))
          *) found=('--help:lists the commands' '--version:tells the version') ;;
        esac
      else
        case $line in
    \(words.map { Self.zsh("'\($0.after)'", $0.offer) }.joined(separator: "\n"))
        esac
      fi
      (( $#found )) && _describe mockapple found
      [[ -n $files ]] && _files
    }
    if [[ $funcstack[1] == _mockapple ]]; then _mockapple "$@"; else compdef _mockapple mockapple; fi
    """
  }

  private static func zsh(_ pattern: String, _ offer: Offer) -> String {
    let found = offer.candidates.map { candidate in
      let word = escaped(candidate.word, colons: true)
      return candidate.meaning.isEmpty
        ? "'\(word)'" : "'\(word):\(escaped(candidate.meaning, colons: false))'"
    }
    return "      \(pattern)) found=(\(found.joined(separator: " ")))\(offer.files ? " files=yes" : "") ;;"
  }

  /// A text between apostrophes.
  private static func escaped(_ text: String, colons: Bool) -> String {
    text.reduce(into: "") { escaped, character in
      switch character {
      case "'": escaped += "'\\''"
      case "\\": escaped += "\\\\"
      case ":" where colons: escaped += "\\:"
      default: escaped.append(character)
      }
    }
  }
}
