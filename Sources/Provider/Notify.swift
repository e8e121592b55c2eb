package import AppleID
import JSON
import Store

/// Server-to-server notifications (Apple, “Processing changes for Sign in with Apple accounts”): what is told, to whom.
extension Provider {
  /// What somebody sends by hand, so that receivers meet forged, duplicate and late events.
  package struct Handmade: Sendable {
    package let kind: NotificationEvent.Kind
    /// nil: the endpoint of the client's app group.
    package let url: String?
    package let mutation: NotificationMutation?
    package let copies: Int
    /// Seconds of the clock until it is sent.
    package let delay: Int

    package init(
      kind: NotificationEvent.Kind, url: String? = nil, mutation: NotificationMutation? = nil,
      copies: Int = 1,
      delay: Int = 0
    ) {
      self.kind = kind
      self.url = url
      self.mutation = mutation
      self.copies = copies
      self.delay = delay
    }
  }

  /// Sends a notification by hand. Gives the first of the copies, which share their `jti`.
  package func send(
    _ handmade: Handmade, to client: Client, of account: Account, in context: Context
  ) throws -> Delivery {
    let first = try store.write { tx in
      let first = try delivery(handmade.kind, to: client, aud: nil, of: account.id, handmade, in: context, tx)
      try tx.insert(first, at: context.now)
      for _ in 1..<max(1, handmade.copies) {
        let copy = Delivery(
          id: newID(for: client, account.id), jti: first.jti, event: first.event, iss: first.iss,
          aud: first.aud,
          clientID: first.clientID, account: first.account, url: first.url, isURLGiven: first.isURLGiven,
          mutation: first.mutation, dueAt: first.nextAttemptAt ?? context.now)
        try tx.insert(copy, at: context.now)
      }
      return first
    }
    sendNotifications()
    return first
  }

  /// Sends a notification once more, with its `jti`; where nobody named an endpoint by hand, to the one that the app
  /// group has now. One that is on its way stays as it is. Throws `Complaint` where it is not there, or there is no
  /// endpoint.
  package func redeliver(_ id: String, in context: Context) throws -> Delivery {
    let (delivery, item) = try store.write { tx -> (Delivery, Courier.Item?) in
      guard var delivery = try tx.delivery(id), let position = try tx.position(ofDelivery: id) else {
        throw Complaint.notFound("There is no notification \(id).")
      }
      let group = try tx.client(delivery.clientID)?.group
      let registered = try group.flatMap { try tx.client($0)?.notificationURL }
      guard let url = delivery.isURLGiven ? delivery.url : registered ?? delivery.url else {
        throw Complaint.conflict(
          "\(delivery.clientID) has no endpoint: set the notification_url of its primary app first.")
      }
      let item = Courier.Item(
        position: position, id: id, url: url, dueAt: context.now, isRetry: !delivery.attempts.isEmpty,
        isLate: true)
      // It stays so: an attempt begins with a look at the row, for which the store has to be free.
      guard !courier.isOut(id) else { return (delivery, nil) }
      delivery.redeliver(to: url, at: context.now)
      try tx.update(delivery)
      return (delivery, item)
    } committed: { _, item in
      if let item { courier.resend(item) }
    }
    if item != nil { tellDelivery(delivery) }
    scheduler.wake()
    return delivery
  }

  /// Writes down, in the transaction of the change, what it tells the endpoint of an app group that a person uses.
  func tell(_ kind: NotificationEvent.Kind, about consent: Consent, in context: Context, _ tx: Transaction)
    throws
  {
    guard let client = try tx.client(consent.lastClientID) ?? tx.client(consent.group) else { return }
    try tell(kind, to: client, aud: consent.lastClientID, of: consent.account, in: context, tx)
  }

  /// The same for a client of the group; `aud` is the one that was authorized last, nil for the client itself.
  func tell(
    _ kind: NotificationEvent.Kind, to client: Client, aud: String?, of account: String, in context: Context,
    _ tx: Transaction
  ) throws {
    let delivery = try delivery(
      kind, to: client, aud: aud, of: account, Handmade(kind: kind), in: context, tx)
    try tx.insert(delivery, at: context.now)
  }

  private func delivery(
    _ kind: NotificationEvent.Kind, to client: Client, aud: String?, of account: String, _ handmade: Handmade,
    in context: Context, _ tx: Transaction
  ) throws -> Delivery {
    let scope = client.teamID + "/" + account
    let sub = try tx.userIdentifier(of: account, teamID: client.teamID) {
      ids.userIdentifier(at: context.now, scope: scope)
    }
    let privateEmail =
      kind.hasEmail
      ? try tx.privateEmail(of: account, teamID: client.teamID) {
        ids.privateEmailName(scope: scope) + "@" + context.behaviour.relayDomain.rawValue
      } : nil
    return Delivery(
      id: newID(for: client, account), jti: ids.jti(scope: client.clientID + "/" + account),
      event: NotificationEvent(
        type: kind.rawValue, sub: sub, eventTime: context.stampNow * 1000, privateEmail: privateEmail),
      iss: context.issuer,
      aud: context.behaviour.notificationAudience == .primary ? client.group : aud ?? client.clientID,
      clientID: client.clientID, account: account,
      url: try handmade.url ?? tx.client(client.group)?.notificationURL, isURLGiven: handmade.url != nil,
      mutation: handmade.mutation, dueAt: context.now + handmade.delay)
  }

  private func newID(for client: Client, _ account: String) -> String {
    ids.localID(kind: "notification", scope: client.clientID + "/" + account)
  }

  /// Tells who watches what has become of a notification.
  func tellDelivery(_ delivery: Delivery) {
    courier.noteChange()
    events.append(.delivery, delivery.json.with("payload", nil).with("claims", nil))
  }
}
