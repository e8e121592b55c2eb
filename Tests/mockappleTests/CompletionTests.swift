import JSON
import TestSupport
import Testing

@testable import mockapple

@Suite struct `The completion` {
  private let folder = Folder()

  @Test(
    .enabled(if: Shell.has("bash")),
    arguments: [
      ("clo", "clock"), ("se", "serve secret"), ("secret ex", "explain"), ("nonsense ", ""), ("clock x", ""),
      ("clock ", "advance set freeze reset"), ("clock --st", "--stamps"), ("clock --stamps ", "real clock"),
      ("clock --stamps real f", "freeze"), ("clock --json f", "freeze"), ("clock freeze --stamps c", "clock"),
      ("team ", "list add show remove add-key revoke-key"), ("team add-key T --pr", "--private-key"),
      ("serve --era 2024", "2024-02 2024-10"), ("serve --log = te", "text"), ("serve --log =", "text json"),
      ("serve --log-l", "--log-level"), ("serve --admin-url http : //x : 1 --log t", "text"),
      ("serve --keys s", "sample"),
      ("client add --leniency ip", "ip-redirect"), ("behaviour era 2026", "2026-08"),
      ("behaviour set pk", "pkce"), ("behaviour set pkce ", "enforced ignored"), ("forwarding ", "on off"),
      ("completion ", "bash zsh"), ("help secr", "secret"), ("help secret ", "explain"),
      ("sign-in --outcome c", "cancel"),
      ("--v", "--version"), ("health --h", "--help"),
    ])
  func `of bash gives what fits`(typed: String, found: String) {
    let script = folder.write(Completion().bash, to: "completion.bash")
    let words = "mockapple \(typed)".split(separator: " ", omittingEmptySubsequences: false).map { "'\($0)'" }
    let answer = Shell.run(
      """
      cd \(folder.path) && bash -uc 'source \(script); COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _mockapple; \
      echo ${COMPREPLY[@]-}' - \(words.joined(separator: " "))
      """)
    #expect(answer == found + "\n")
  }

  @Test(.enabled(if: Shell.has("bash"))) func `of bash gives files where one is wanted`() {
    let script = folder.write(Completion().bash, to: "completion.bash")
    _ = folder.write("{}", to: "a seed.json")
    for typed in ["serve --seed", "snapshot load"] {
      let answer = Shell.run(
        """
        cd \(folder.path) && bash -uc 'source \(script); COMP_WORDS=(mockapple \(typed) a); COMP_CWORD=3; _mockapple; \
        printf %s, "${COMPREPLY[@]}"'
        """)
      #expect(answer == "a seed.json,", "\(typed)")
    }
  }

  @Test(.enabled(if: Shell.has("zsh"))) func `of zsh is a script of zsh`() {
    #expect(Shell.run("zsh -n \(folder.write(Completion().zsh, to: "_mockapple"))") == "")
  }

  @Test(arguments: ["bash", "zsh"]) func `is printed`(shell: String) {
    let outcome = Outcome(of: ["completion", shell])
    #expect(outcome.status == 0)
    #expect(outcome.text.contains("made by: mockapple completion \(shell)"))
  }
}

@Suite struct `The man page` {
  private let page = ManPage().text

  @Test(
    arguments: ["man --warnings -E UTF-8 -l", "groff -man -ww -Tutf8"].filter {
      Shell.has(String($0.split(separator: " ")[0]))
    })
  func `is without fault`(reader: String) {
    let folder = Folder()
    #expect(Shell.run("\(reader) \(folder.write(page + "\n", to: "mockapple.1")) >/dev/null") == "")
  }

  @Test func `has every command and what they share once`() {
    for command in MockApple.commands {
      let title = "mockapple " + command.verb
      #expect(page.contains(".SS \"" + title.split(separator: "-").joined(separator: "\\-") + "\""))
    }
    #expect(page.split(separator: "\\-\\-admin\\-url URL").count == 2)
  }

  @Test func `shows roff's own signs letter for letter`() {
    var roff = Roff(title: "X", section: 1, source: "y")
    roff.paragraph("'it' \\ -x \"…\"")
    roff.bold(".q \"z\"")
    #expect(
      roff.text.split(separator: "\n").dropFirst(2).elementsEqual([
        #"\&\(aqit\(aq \e \-x "\[u2026]""#, #".B "\&.q \(dqz\(dq""#,
      ]))
  }
}
