extension KeyRing {
  /// Performs a rotation at `now`, seconds since 1970, taking new keys from the pool, and gives its timeline. Throws
  /// `Complaint` where it conflicts with what is planned, or would leave no key.
  package mutating func rotate(_ rotation: Rotation, at now: Int) throws(Complaint) -> [Rotation.Step] {
    let now = moment(now)
    switch rotation.plan {
    case .graceful, .unpublished: try refusePending(at: now)
    case .apple2024: try refusePending(at: now)
    case .immediate, .emergency, .sameKid, .skew, .withdraw, .sign: dropPending(at: now)
    case .add: break
    }
    let before = self
    switch rotation.plan {
    case .graceful:
      hand(over: try takeSpare(publishedFrom: now), at: now + rotation.lead, overlap: rotation.overlap)
    case .immediate: hand(over: try takeSpare(publishedFrom: now), at: now, overlap: rotation.overlap)
    case .unpublished:
      hand(over: try takeSpare(publishedFrom: now + rotation.lag), at: now, overlap: rotation.overlap)
    case .skew:
      let index = try takeSpare(publishedFrom: now)
      hand(over: index, at: now, overlap: rotation.overlap)
      skew = Skew(
        hiddenKid: keys[index].kid, until: now + rotation.duration, staleOf: rotation.staleOf, of: rotation.of
      )
    case .emergency:
      let index = try takeSpare(publishedFrom: now)
      for other in keys.indices
      where other != index && (keys[other].isPublished(at: now) || keys[other].isSigning(at: now)) {
        end(other, at: now)
      }
      keys[index].signsFrom = now
    case .sameKid: try replaceMaterial(at: now)
    case .apple2024: try replayApple2024(at: now)
    case .add: _ = try takeSpare(publishedFrom: now)
    case .withdraw: try withdraw(rotation.kid, at: now)
    case .sign: try sign(rotation.kid, at: now)
    }
    forgetLongWithdrawn(at: now)
    return timeline(since: before, plan: rotation.plan)
  }

  /// How many keys of the pool are left.
  package var spares: Int { keys.count { $0.isSpare } }

  /// The next moment after the one reached at which something happens, with all that happens then.
  package func nextSteps() -> (at: Int, steps: [Rotation.Step])? {
    let steps = moments.filter { $0.at > reachedAt }
    guard let at = steps.map(\.at).min() else { return nil }
    return (at, steps.filter { $0.at == at })
  }

  private func refusePending(at now: Int) throws(Complaint) {
    guard let pending = keys.first(where: { $0.signsFrom.map { $0 > now } == true }),
      let at = pending.signsFrom
    else {
      return
    }
    let wait = Span(at - now)
    throw Complaint.conflict(
      "Key \(pending.kid) of an earlier rotation signs only in \(wait). Wait for it (mockapple clock advance "
        + "\(wait.argument)), "
        + "or use immediate or emergency, which drop what is pending.")
  }

  /// Takes back what has not happened yet: no key begins to sign later, and the signer goes on.
  private mutating func dropPending(at now: Int) {
    for index in keys.indices {
      if keys[index].signsFrom.map({ $0 > now }) == true { keys[index].signsFrom = nil }
      // A key that signs already will be shown as planned: tokens are out there that want it.
      if !keys[index].isSigning(at: now), keys[index].publishedFrom.map({ $0 > now }) == true {
        keys[index].publishedFrom = nil
      }
      // A key that still signs was going to be replaced; one that has stopped leaves as planned.
      if keys[index].isSigning(at: now) {
        keys[index].signsUntil = nil
        keys[index].publishedUntil = nil
      }
    }
  }

  private mutating func takeSpare(publishedFrom moment: Int) throws(Complaint) -> Int {
    guard let index = keys.firstIndex(where: { $0.isSpare }) else {
      throw Complaint.conflict("The pool is empty.")
    }
    // The newest published key stands last, whatever the order in which the pool was filled.
    var key = keys.remove(at: index)
    key.publishedFrom = moment
    let place = keys.firstIndex { $0.isSpare } ?? keys.endIndex
    keys.insert(key, at: place)
    return place
  }

  /// Lets a key sign from `moment` on, in the place of the one that does.
  private mutating func hand(over index: Int, at moment: Int, overlap: Int) {
    for old in keys.indices where old != index && keys[old].isSigning(at: moment) {
      keys[old].signsUntil = moment
      keys[old].publishedUntil = moment + overlap
    }
    keys[index].signsFrom = moment
  }

  private mutating func end(_ index: Int, at moment: Int) {
    if keys[index].isSigning(at: moment) { keys[index].signsUntil = moment }
    // One that has signed and was still to be shown never will be.
    if keys[index].publishedFrom.map({ $0 > moment }) == true { keys[index].publishedFrom = nil }
    keys[index].publishedUntil = moment
  }

  private mutating func replaceMaterial(at now: Int) throws(Complaint) {
    guard let old = keys.lastIndex(where: { $0.isSigning(at: now) }) else {
      throw Complaint.conflict("No key signs.")
    }
    let kid = keys[old].kid
    end(old, at: now)
    let index = try takeSpare(publishedFrom: now)
    let spare = keys[index]
    keys[index] = SigningKey(
      kid: kid, privateKey: spare.privateKey, createdAt: spare.createdAt, publishedFrom: now, signsFrom: now)
  }

  private mutating func withdraw(_ kid: String?, at now: Int) throws(Complaint) {
    let index = try publishedIndex(kid, at: now)
    guard keys.count(where: { $0.isPublished(at: now) }) > 1 else {
      throw Complaint.conflict("\(keys[index].kid) is the last key of the set; add another first.")
    }
    let wasSigning = keys[index].isSigning(at: now)
    end(index, at: now)
    if wasSigning, let next = keys.lastIndex(where: { $0.isPublished(at: now) }) {
      keys[next].signsFrom = now
      keys[next].signsUntil = nil
      keys[next].publishedUntil = nil
    }
  }

  private mutating func sign(_ kid: String?, at now: Int) throws(Complaint) {
    let index = try publishedIndex(kid, at: now)
    for old in keys.indices where old != index && keys[old].isSigning(at: now) { keys[old].signsUntil = now }
    keys[index].signsFrom = now
    keys[index].signsUntil = nil
    keys[index].publishedUntil = nil
  }

  private func publishedIndex(_ kid: String?, at now: Int) throws(Complaint) -> Int {
    if let index = keys.lastIndex(where: { $0.kid == kid && $0.isPublished(at: now) }) { return index }
    let known = keys.filter { $0.isPublished(at: now) }.map(\.kid).joined(separator: ", ")
    throw Complaint.notFound("No key \(kid ?? "") is published; published are: \(known).")
  }

  /// Withdrawn keys are kept for who looks back, but not for ever.
  private mutating func forgetLongWithdrawn(at now: Int) {
    let withdrawn = keys.indices.filter { keys[$0].state(at: now) == .withdrawn }
    for index in withdrawn.dropLast(50).reversed() { keys.remove(at: index) }
  }
}
