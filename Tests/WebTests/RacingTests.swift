import AppleID
import JSON
import TestSupport
import Testing

@Suite struct `Racing for one authorization code` {
  let folder = Folder()

  @Test(.holds(.codeUsed), arguments: [true, false])
  func `has one winner among 64`(isOnFile: Bool) async throws {
    let world = try World(path: isOnFile ? folder.file("store.sqlite") : ":memory:")
    let code = world.code()
    let answers = try await withThrowingTaskGroup(of: Answer.self) { group in
      for _ in 0..<64 { group.addTask { try world.redeem(code) } }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(answers.filter { $0.status == 200 }.count == 1)
    let used = #"{"error":"invalid_grant","error_description":"The code has already been used."}"#
    #expect(answers.filter { $0.text == used }.count == 63)
  }

  @Test func `leaves every winner of its own code a token of its own`() async throws {
    let world = try World(path: folder.file("store.sqlite"))
    let tokens = try await withThrowingTaskGroup(of: String?.self) { group in
      for _ in 0..<64 {
        group.addTask { try world.redeem(world.code()).json["refresh_token"]?.string }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(Set(tokens.compactMap { $0 }).count == 64)
  }
}
