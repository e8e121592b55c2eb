extension KeyRing {
  /// Follows a clock that is set back from `before` to `now`, seconds since 1970: what has happened is not undone, and
  /// counts as happening now; what is planned stays as far away as it was.
  package mutating func rewind(from before: Int, to now: Int) {
    guard now < before else { return }
    func moved(_ moment: Int?) -> Int? {
      moment.map { $0 <= now ? $0 : max(now, $0 - (before - now)) }
    }
    for index in keys.indices {
      keys[index].createdAt = min(keys[index].createdAt, now)
      keys[index].publishedFrom = moved(keys[index].publishedFrom)
      keys[index].signsFrom = moved(keys[index].signsFrom)
      keys[index].signsUntil = moved(keys[index].signsUntil)
      keys[index].publishedUntil = moved(keys[index].publishedUntil)
    }
    skew = skew.flatMap { skew in
      moved(skew.until).map { Skew(hiddenKid: skew.hiddenKid, until: $0, staleOf: skew.staleOf, of: skew.of) }
    }
    reachedAt = min(reachedAt, now)
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
