import AppleID
import JOSE
import JSON
import Primitives
import Store

/// How notifications get out: the outbox read, each attempt signed and handed over, and its end taken down.
extension Provider {
  /// What is kept of the log: so many that came to their end, and these for a week, in seconds.
  package static let deliveriesKept = (count: 10_000, age: 7 * 86400)
  /// What is kept of an endpoint's answer, in bytes, and how many attempts, where it is sent again and again.
  private static let attemptLimits = (body: 1024, count: 100)

  /// A number that changes with every change of the log of notifications.
  package var deliveryChanges: Int { courier.changes }

  /// Takes up what has come into the log, after the transaction that put it there, and tells who watches. Where the store
  /// fails the scheduler tries again.
  func sendNotifications() {
    courier.noteArrivals()
    try? takeUpNotifications()
    scheduler.wake()
  }

  private func takeUpNotifications() throws {
    // Taken up while the store is held: what was read would be another outbox's after a reset.
    let fresh = try store.read { tx in
      let last = courier.lastPosition
      let fresh = try tx.deliveries(where: [], after: last)
      courier.add(try tx.outbox(after: last).map(Courier.Item.init), upTo: try tx.lastDeliveryPosition())
      return fresh
    }
    fresh.forEach(tellDelivery)
  }

  /// Reads the outbox after a start, a reset or a snapshot. What fell due while nobody was there is due now: the gaps are
  /// not lost in a rush.
  func recallOutbox() throws {
    let now = self.now
    try store.read { tx in
      let waiting = try tx.outbox(after: courier.lastPosition)
      let items = waiting.map { one in
        Courier.Item(
          position: one.position, id: one.id, url: one.url, dueAt: max(one.dueAt, now), isRetry: one.isRetry,
          isLate: one.isLate)
      }
      courier.add(items, upTo: try tx.lastDeliveryPosition())
    }
  }

  /// The scheduler's work for notifications: each due attempt is started; it ends elsewhere.
  func notificationAttempts() -> Scheduler.Job {
    Scheduler.Job(
      name: "notifications",
      next: { [weak self] in
        self.flatMap { $0.courier.hasArrivals ? $0.now : $0.courier.nextDue(at: $0.now) }
      }
    ) { [weak self] _ in
      guard let self else { return }
      if courier.hasArrivals { try takeUpNotifications() }
      guard let item = courier.take(at: now) else { return }
      do {
        try start(item)
      } catch {
        // A row that cannot be read would hold up all that is due later; the next start tries it again.
        courier.finish(item, endedAt: item.dueAt, retryAt: Store.isDamage(error) ? nil : item.dueAt)
        throw error
      }
    }
  }

  private func start(_ item: Courier.Item) throws {
    guard let delivery = try store.read({ try $0.delivery(item.id) }) else {
      return courier.finish(item, endedAt: item.dueAt, retryAt: nil)
    }
    let context = context(base: "", endpoint: .notifications)
    let struck = strike(
      clientID: delivery.clientID, grantType: nil, account: { delivery.account }, in: context
    ).struck
    guard let payload = try sign(delivery, at: item.dueAt, in: context) else {
      return finish(item, payload: nil, Outbound.Answer(status: nil, error: NoSigningKey().description))
    }
    if let dropped = struck.lazy.compactMap(\.droppedAnswer).first {
      return finish(item, payload: payload, dropped)
    }
    let body = JSON.object([JSON.Member("payload", .string(payload))]).bytes()
    let delay = struck.reduce(0) { $0 + self.delay($1) }
    // The row's endpoint: it may have been sent again, elsewhere, since the attempt was planned.
    settings.outbound.post(delivery.url ?? item.url, body, delay) { [weak self] answer in
      // Without one the outbox is as it was, and the next process takes it from there.
      if let answer { self?.finish(item, payload: payload, answer) }
    }
  }

  /// Signed outside any transaction, by the key that signs at that moment; nil where none does.
  private func sign(_ delivery: Delivery, at moment: Int, in context: Context) throws -> String? {
    guard let signer = try ring.signer(at: moment, count: context.behaviour.signers) else { return nil }
    let claims = delivery.event.claims(
      iss: delivery.iss, aud: delivery.aud, jti: delivery.jti, now: context.stampNow,
      behaviour: context.behaviour)
    guard let mutation = delivery.mutation else {
      return try JWS.rs256(header: IdentityToken.header(kid: signer.kid), claims: claims, key: signer.key)
    }
    let changed = mutation.changed(
      claims, events: delivery.event.eventsObject(context.behaviour), now: context.stampNow)
    return try mutation.signed(changed, kid: signer.kid, key: signer.key)
  }

  private func finish(_ item: Courier.Item, payload: String?, _ answer: Outbound.Answer) {
    metrics.countAttempt(answer.status)
    do {
      let delivery = try store.write { tx -> Delivery? in
        // Looked up here: the clock may have been set back meanwhile.
        guard let dueAt = courier.dueAt(of: item), var delivery = try tx.delivery(item.id) else { return nil }
        delivery.payload = payload
        delivery.record(
          Delivery.Attempt(
            at: dueAt, status: answer.status, error: answer.error, milliseconds: answer.milliseconds,
            responseBody: answer.body.cut(toBytes: Self.attemptLimits.body)))
        delivery.attempts.removeFirst(max(0, delivery.attempts.count - Self.attemptLimits.count))
        try tx.update(delivery)
        return delivery
      } committed: { delivery in
        // While the store is held: who reads that it has ended may send it again.
        let dueAt = courier.dueAt(of: item) ?? item.dueAt
        courier.finish(
          item, endedAt: dueAt + answer.milliseconds / 1000, retryAt: delivery?.nextAttemptAt)
      }
      delivery.map(tellDelivery)
    } catch {
      // What could not be written down is not known to have arrived.
      let dueAt = courier.dueAt(of: item) ?? item.dueAt
      courier.finish(item, endedAt: dueAt, retryAt: dueAt + Delivery.gaps[0])
    }
    scheduler.wake()
  }
}

extension Courier.Item {
  fileprivate init(
    _ row: (position: Int, id: String, url: String, dueAt: Int, isRetry: Bool, isLate: Bool)
  ) {
    self.init(
      position: row.position, id: row.id, url: row.url, dueAt: row.dueAt, isRetry: row.isRetry,
      isLate: row.isLate)
  }
}

extension PlannedFault {
  /// The answer that an endpoint seems to give where a planned fault drops the notification on its way.
  fileprivate var droppedAnswer: Outbound.Answer? {
    guard case .status(let status, let body, _) = fault.effect else { return nil }
    return Outbound.Answer(status: status, error: "dropped by \(id)", body: body ?? "")
  }
}
