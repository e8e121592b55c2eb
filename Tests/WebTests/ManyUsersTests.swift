import Glibc
import JSON
import TestSupport
import Testing

/// Takes two minutes, so it runs only where MOCKAPPLE_MEASURE is set; it prints what it measures.
@Suite(.enabled(if: getenv("MOCKAPPLE_MEASURE") != nil)) struct `Migrating ten thousand users` {
  let folder = Folder()

  @Test(arguments: [false, true]) func `costs as much at the end as at the beginning`(isOnFile: Bool) throws {
    let moving = try Moving(world: try World(path: isOnFile ? folder.file("store.sqlite") : ":memory:"))
    let subs = (0..<10_000).map { index -> String in
      let account: JSON = [
        "id": .string("a\(index)"), "email": .string("a\(index)@example.com"), "hide_email": true,
      ]
      let body: JSON = ["new_account": account, "client_id": "com.example.app"]
      return moving.world.admin("POST", "sign-ins", body).json["user"]?.string ?? ""
    }
    var transferSubs: [String] = []
    let bearer = try moving.teamToken()
    let sent = try measure(subs) { sub in
      transferSubs.append(try moving.send(sub, bearer: bearer).json["transfer_sub"]?.string ?? "")
    }
    let accepting = ContinuousClock().measure { moving.accept() }
    let received = try measure(transferSubs) { transferSub in
      let answer = try moving.receive(transferSub)
      #expect(answer.json["email"] != nil)
    }
    print(
      "on file: \(isOnFile). µs a user, by the thousand: sent \(sent), received \(received); accepted in \(accepting)"
    )
    for costs in [sent, received] { #expect(costs[8...].reduce(0, +) < 2 * costs[..<2].reduce(0, +)) }
    #expect(Set(transferSubs).count == subs.count)
  }

  /// Microseconds for each, for every thousand.
  private func measure(_ items: [String], _ body: (String) throws -> Void) throws -> [Int] {
    try stride(from: 0, to: items.count, by: 1000).map { start in
      let duration = try ContinuousClock().measure {
        for item in items[start..<start + 1000] { try body(item) }
      }
      return Int(duration / .microseconds(1000))
    }
  }
}
