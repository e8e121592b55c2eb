extension Completion {
  /// The script for bash.
  var bash: String {
    """
    # Completion of mockapple in bash; made by: mockapple completion bash
    _mockapple() {
      local current option="" line="" word joined="" found="" files=""
      local -a typed=()
      COMPREPLY=()
      # bash takes "--log=text" and "http://…" apart.
      for word in "${COMP_WORDS[@]:1:COMP_CWORD}"; do
        if [[ ${#typed[@]} -gt 0 && ( $joined || $word == [=:]* ) ]]; then
          typed[${#typed[@]}-1]+=$word
        else
          typed+=("$word")
        fi
        if [[ $word == *[=:] ]]; then joined=yes; else joined=; fi
      done
      current=${typed[${#typed[@]}-1]}
      for word in "${typed[@]:0:${#typed[@]}-1}"; do
        if [[ $option ]]; then option=; continue; fi
        case $word in
          --*=*|\(flags.joined(separator: "|"))) ;;
          --*) option=$word ;;
          *) line+=${line:+ }$word ;;
        esac
      done
      if [[ $current == --*=* ]]; then
        option=${current%%=*}
        current=${current#*=}
      fi
      if [[ $option ]]; then
        case "$line $option" in
    \(values.map { Self.bash(Self.pattern($0.of), $0.offer) }.joined(separator: "\n"))
        esac
      elif [[ $current == -* ]]; then
        case "$line " in
    \(options.map { Self.bash("'\($0.of) '*", $0.offer) }.joined(separator: "\n"))
          *) found='--help --version' ;;
        esac
      else
        case $line in
    \(words.map { Self.bash("'\($0.after)'", $0.offer) }.joined(separator: "\n"))
        esac
      fi
      COMPREPLY=($(compgen -W "$found" -- "$current"))
      if [[ $files ]]; then
        compopt -o filenames 2>/dev/null
        while IFS= read -r word; do COMPREPLY+=("$word"); done < <(compgen -f -- "$current")
      fi
    }
    complete -F _mockapple mockapple
    """
  }

  private static func bash(_ pattern: String, _ offer: Offer) -> String {
    let found = offer.candidates.map(\.word).joined(separator: " ")
    return "      \(pattern)) found='\(found)'\(offer.files ? " files=yes" : "") ;;"
  }

  /// `serve --log`, with whatever words in between.
  static func pattern(_ place: String) -> String {
    let parts = place.split(separator: " ")
    return "'\(parts.dropLast().joined(separator: " ")) '*'\(parts.last ?? "")'"
  }
}
