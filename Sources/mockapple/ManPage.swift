/// The man page, made from the usage texts of the commands.
struct ManPage {
  private let commands: [any Command.Type]
  /// What all commands that speak to a server have in common is told once.
  private let common = Usage(AdminClient.usage)

  init(_ commands: [any Command.Type] = MockApple.commands) { self.commands = commands }

  /// The page in roff.
  var text: String {
    var roff = Roff(title: "MOCKAPPLE", section: 1, source: "mockapple \(MockApple.version)")
    roff.section("Name")
    roff.paragraph("mockapple - a fake appleid.apple.com for tests")
    roff.section("Synopsis")
    roff.bold("mockapple COMMAND …")
    roff.section("Description")
    roff.paragraph(
      "Sign in with Apple with Apple's answers to the byte, and a hint beside every refusal that says which rule"
        + " broke and what to do. mockapple serve runs the provider; the other commands speak to it, or work"
        + " by themselves.")
    roff.section("Commands")
    for command in commands { write(command, to: &roff) }
    roff.section("Options of the commands that speak to a server")
    write(common.entries, to: &roff)
    roff.section("Environment")
    roff.paragraph(
      "Every option is also an environment variable: --admin-port is MOCKAPPLE_ADMIN_PORT. The option wins. Options"
        + " that may be repeated have their values there between spaces. NO_COLOR turns colours off.")
    roff.section("Exit status")
    roff.item("0", "done")
    roff.item("1", "refused or failed; standard error says why")
    roff.item("64", "wrong usage")
    return roff.text
  }

  private func write(_ command: any Command.Type, to roff: inout Roff) {
    let usage = Usage(command.usage)
    roff.subsection("mockapple " + command.verb)
    roff.paragraph(command.summary.prefix(1).uppercased() + command.summary.dropFirst() + ".")
    roff.lines(usage.calls)
    let shared = Set(common.entries.map(\.text))
    let isShared = shared.isSubset(of: usage.entries.map(\.text))
    write(usage.entries.filter { !isShared || !shared.contains($0.text) }, to: &roff)
    usage.notes.forEach { roff.paragraph($0) }
  }

  private func write(_ entries: [Usage.Entry], to roff: inout Roff) {
    for entry in entries { roff.item(entry.text, entry.meaning) }
  }
}
