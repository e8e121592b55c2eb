extension KeyRing {
  /// Everything that happens or happened to a key, and the end of a skew, in the order of time.
  var moments: [Rotation.Step] {
    var steps = keys.flatMap { key -> [Rotation.Step] in
      let marks: [(Int?, Rotation.Step.Kind)] = [
        (key.publishedFrom, .publish), (key.signsFrom, .sign), (key.signsUntil, .stopSigning),
        (key.publishedUntil, .withdraw),
      ]
      return marks.compactMap { at, kind in at.map { Rotation.Step(at: $0, kind: kind, kid: key.kid) } }
    }
    if let skew { steps.append(Rotation.Step(at: skew.until, kind: .skewEnd, kid: skew.hiddenKid)) }
    return Self.sorted(steps)
  }

  /// The first moment after `now` at which the key set or the signer changes; the end of time where none is planned.
  package func nextChange(after now: Int) -> Int {
    let now = moment(now)
    return moments.lazy.map(\.at).filter { $0 > now }.min() ?? Int.max
  }

  /// What a rotation added to the moments there were before it.
  func timeline(since before: KeyRing, plan: Rotation.Plan) -> [Rotation.Step] {
    // One by one: a key may do the same twice within a second.
    var known = before.moments
    let new = moments.filter { step in
      known.firstIndex(of: step).map { known.remove(at: $0) } == nil
    }
    guard plan == .sameKid, let first = new.first else { return new }
    // Old material and new have one kid; what is seen from outside is a replacement.
    return [Rotation.Step(at: first.at, kind: .replace, kid: first.kid)]
  }

  private static func sorted(_ steps: [Rotation.Step]) -> [Rotation.Step] {
    let order: [Rotation.Step.Kind] = [.publish, .stopSigning, .sign, .replace, .withdraw, .skewEnd]
    func place(_ step: Rotation.Step) -> Int { order.firstIndex(of: step.kind) ?? 0 }
    return steps.enumerated().sorted { a, b in
      (a.element.at, place(a.element), a.offset) < (b.element.at, place(b.element), b.offset)
    }.map(\.element)
  }
}
