extension KeyRing {
  private static let day = 86400

  /// The recorded changes of June to October 2024, on this ring's own keys: an addition on 21 June, withdrawals on
  /// 27 June and 18 July, an addition on 31 July, a withdrawal on 29 August (panva/wellknown).
  mutating func replayApple2024(at now: Int) throws(Complaint) {
    let present = keys.filter { $0.isPublished(at: now) }.map(\.kid)
    guard present.count >= 4 else {
      throw Complaint.conflict(
        "apple-2024 begins with four published keys; there \(present.count == 1 ? "is" : "are") \(present.count). "
          + "mockapple reset brings them back.")
    }
    try publishSpare(at: now)
    leave(present[2], at: now + 6 * Self.day)
    leave(present[3], at: now + 27 * Self.day)
    try publishSpare(at: now + 40 * Self.day)
    leave(present[0], at: now + 69 * Self.day)
  }

  private mutating func publishSpare(at moment: Int) throws(Complaint) {
    guard let index = keys.firstIndex(where: { $0.isSpare }) else {
      throw Complaint.conflict("The pool is empty.")
    }
    keys[index].publishedFrom = moment
  }

  /// Withdraws a key at a later moment; where it would still sign, the newest key that is then published takes over.
  private mutating func leave(_ kid: String, at moment: Int) {
    guard let index = keys.lastIndex(where: { $0.kid == kid }) else { return }
    keys[index].publishedUntil = moment
    guard keys[index].isSigning(at: moment) else { return }
    keys[index].signsUntil = moment
    if let next = keys.lastIndex(where: { $0.isPublished(at: moment) }) { keys[next].signsFrom = moment }
  }
}
