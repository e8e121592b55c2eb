extension KeyRing {
  /// Follows a clock that is set back.
  package mutating func rewind(by setBack: ClockSetBack) {
    for index in keys.indices {
      keys[index].createdAt = setBack.happened(keys[index].createdAt)
      keys[index].publishedFrom = keys[index].publishedFrom.map(setBack.planned)
      keys[index].signsFrom = keys[index].signsFrom.map(setBack.planned)
      keys[index].signsUntil = keys[index].signsUntil.map(setBack.planned)
      keys[index].publishedUntil = keys[index].publishedUntil.map(setBack.planned)
    }
    skew = skew.map { skew in
      Skew(
        hiddenKid: skew.hiddenKid, until: setBack.planned(skew.until), staleOf: skew.staleOf, of: skew.of)
    }
    reachedAt = setBack.happened(reachedAt)
  }

  /// Each key with its state at `now`, where so many sign in turn.
  package func states(at now: Int, signers count: Int) -> [(key: SigningKey, state: SigningKey.State)] {
    let now = moment(now)
    let signers = signers(at: now, count: count)
    return keys.map { key in
      if signers.contains(key) { return (key, .signing) }
      let state = key.state(at: now)
      guard state == .signing else { return (key, state) }
      return (key, key.isPublished(at: now) ? .published : .waiting)
    }
  }
}
