import JSON

/// How long a list is waited for, how many entries have to come meanwhile, and how many are shown.
struct Waiting {
  static let usage = """
      --wait S             waits up to S seconds (60 at most) for --count entries; exits with 1 where fewer match then
      --count N            how many (1)
      --limit N            the newest N
    """

  /// nil: whatever there is will do.
  private let seconds: Int?
  private let count: Int
  private let limit: Int?

  init(_ arguments: inout Arguments) throws(UsageError) {
    seconds = try arguments.number("wait", in: 0...60)
    count = try arguments.number("count", in: 1...10_000) ?? 1
    limit = try arguments.number("limit", in: 1...10_000)
  }

  /// The seconds that the server may take.
  var patience: Int { (seconds ?? 0) + 10 }

  /// What the server is asked. A limit below the count stays here: the answer would not say how many there are.
  var pairs: [(String, String)] {
    let asked = limit.flatMap { seconds != nil && $0 < count ? nil : ("limit", String($0)) }
    return [("wait", String(seconds ?? 0)), ("count", String(count))] + [asked].compactMap { $0 }
  }

  /// The entries that are shown.
  func shown(_ entries: [JSON]) -> [JSON] { Array(entries.suffix(limit ?? entries.count)) }

  /// Prints an answer whose list is called `name`, as JSON or in words. Throws `Failure` where a wait was in vain.
  func tell(
    _ answer: JSON, _ name: String, by admin: AdminClient, words: (_ shown: [JSON]) throws -> String
  ) throws {
    let found = answer[name]?.array ?? []
    let isInVain = seconds != nil && found.count < count
    if admin.json {
      Terminal.out(answer.with(name, .array(shown(found))).prettyText())
    } else if !found.isEmpty || !isInVain {
      Terminal.out(try words(shown(found)))
    }
    guard isInVain, let seconds else { return }
    let came = found.isEmpty ? "Nothing that matches" : "\(found.count) of \(count) that match"
    throw Failure("\(came) came within \(seconds) s.")
  }
}
