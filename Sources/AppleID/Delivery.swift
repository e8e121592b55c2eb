/// One server-to-server notification on its way to the endpoint of an app group (Apple, “Processing changes for Sign in
/// with Apple accounts”; dossier 11). It is a row of the outbox until the endpoint has accepted it.
package struct Delivery: Sendable, Equatable {
  package enum State: String, Sendable, CaseIterable {
    case pending, delivered, retrying, abandoned
    /// The app group has no endpoint: Apple sends nothing, and says nothing.
    case noEndpoint = "no_endpoint"
  }

  /// One try to hand it over.
  package struct Attempt: Sendable, Equatable {
    /// When it was made, in seconds since 1970 on the clock the rules obey.
    package let at: Int
    /// The status of the answer, nil where none came.
    package let status: Int?
    /// Why none came.
    package let error: String?
    /// Milliseconds of real time that it took.
    package let milliseconds: Int
    /// As much of the answer's body as is kept: 1 KiB.
    package let responseBody: String

    package init(at: Int, status: Int?, error: String?, milliseconds: Int, responseBody: String) {
      self.at = at
      self.status = status
      self.error = error
      self.milliseconds = milliseconds
      self.responseBody = responseBody
    }

    /// Whether the endpoint has accepted it.
    package var isSuccess: Bool { status.map { (200..<300).contains($0) } ?? false }
  }

  package let id: String
  /// The claim `jti`, the same at each attempt and in each copy.
  package let jti: String
  package let event: NotificationEvent
  /// The claim `iss`.
  package let iss: String
  /// The claim `aud`.
  package let aud: String
  /// The client that the person acted upon.
  package let clientID: String
  package let account: String
  /// Where it goes; nil where the app group has no endpoint.
  package var url: String?
  /// Whether the endpoint was named by hand for this one alone.
  package let isURLGiven: Bool
  /// What is wrong with it on purpose.
  package let mutation: NotificationMutation?
  package var state: State
  package var attempts: [Attempt] = []
  /// How many attempts in a row have failed since it was sent or sent again.
  package var failures = 0
  /// Seconds since 1970 on the clock the rules obey; nil where none is to come.
  package var nextAttemptAt: Int?
  /// The JWS of the last attempt, signed by the key that signed then.
  package var payload: String?

  package init(
    id: String, jti: String, event: NotificationEvent, iss: String, aud: String, clientID: String,
    account: String,
    url: String?, isURLGiven: Bool = false, mutation: NotificationMutation? = nil, dueAt: Int
  ) {
    self.id = id
    self.jti = jti
    self.event = event
    self.iss = iss
    self.aud = aud
    self.clientID = clientID
    self.account = account
    self.url = url
    self.isURLGiven = isURLGiven
    self.mutation = mutation
    state = url == nil ? .noEndpoint : .pending
    nextAttemptAt = url == nil ? nil : dueAt
  }

  /// Seconds of the clock from each failed attempt to the next: a minute, then ever more, three days in all. Apple
  /// retries, and publishes neither how often nor when (dossier 11.5): the numbers are ours.
  package static let gaps = [60, 300, 900, 3600, 10800, 21600, 43200, 86400, 86400]

  /// Takes down an attempt: it is delivered, or tried again after the next gap, or, after the last one, abandoned.
  package mutating func record(_ attempt: Attempt) {
    attempts.append(attempt)
    guard !attempt.isSuccess else {
      (state, failures, nextAttemptAt) = (.delivered, 0, nil)
      return
    }
    failures += 1
    guard failures <= Self.gaps.count else {
      (state, nextAttemptAt) = (.abandoned, nil)
      return
    }
    (state, nextAttemptAt) = (.retrying, attempt.at + Self.gaps[failures - 1])
  }

  /// Sends it once more, from the beginning of the gaps.
  package mutating func redeliver(to url: String, at now: Int) {
    self.url = url
    (state, failures, nextAttemptAt) = (.pending, 0, now)
  }
}
