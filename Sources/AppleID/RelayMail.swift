import Primitives

/// A mail on its way to a relay address (Apple, “Communicating using the private email relay service”).
package struct RelayMail: Sendable, Equatable {
  /// The address in the header From.
  package let from: String
  /// The address of the envelope (SMTP MAIL FROM), which SPF looks at.
  package let envelopeFrom: String
  /// The relay address.
  package let to: String

  /// How many mails a relay address takes in a day, in both directions together.
  package static let dailyLimit = 100

  package init(from: String, envelopeFrom: String, to: String) {
    self.from = from
    self.envelopeFrom = envelopeFrom
    self.to = to
  }

  /// What the relay says to it.
  package struct Verdict: Sendable, Equatable {
    package let smtpCode: Int
    package let smtpText: String
    /// Where it goes; nil where it is refused.
    package let forwardedTo: String?
    /// Our own word for it, such as `unauthorized_sender`.
    package let reason: String

    package var isAccepted: Bool { smtpCode == 250 }
  }

  /// Whether the team registered sender and envelope, and they are of one domain: an SPF-like match.
  package func isAuthorized(by sources: [String]) -> Bool {
    guard let domain = Self.domain(of: from), let envelope = Self.domain(of: envelopeFrom) else {
      return false
    }
    let known = Set(sources.map { ByteKey($0.lowercasedASCII()) })
    let isSender = known.contains(domain) || known.contains(ByteKey(from.lowercasedASCII()))
    let isEnvelope = known.contains(envelope) || known.contains { Self.domain(of: $0.text) == envelope }
    return isSender && isEnvelope && envelope == domain
  }

  /// A mail to an address that the relay does not know.
  package var unknownAddress: Verdict {
    Verdict(
      smtpCode: 550, smtpText: "5.7.1 Email rejected due to transformation error", forwardedTo: nil,
      reason: "unknown_address")
  }

  /// A mail from who is not registered, or whose envelope is not: the address in brackets is the envelope's.
  package var unauthorizedSender: Verdict {
    Verdict(
      smtpCode: 550, smtpText: "5.1.1 <\(envelopeFrom)>: unauthorized sender", forwardedTo: nil,
      reason: "unauthorized_sender")
  }

  /// A mail to a person who turned forwarding off, or is gone (the text is guessed).
  package var forwardingDisabled: Verdict {
    Verdict(
      smtpCode: 550, smtpText: "5.7.1 forwarding is turned off", forwardedTo: nil,
      reason: "forwarding_disabled")
  }

  /// A mail above the daily limit (the text is guessed).
  package var dailyLimitReached: Verdict {
    Verdict(smtpCode: 550, smtpText: "5.7.1 daily limit exceeded", forwardedTo: nil, reason: "daily_limit")
  }

  /// A mail that is forwarded.
  package func forwarded(to address: String) -> Verdict {
    Verdict(smtpCode: 250, smtpText: "2.0.0 OK", forwardedTo: address, reason: "forwarded")
  }

  private static func domain(of address: String) -> ByteKey? {
    let parts = address.split(separator: "@", omittingEmptySubsequences: false)
    guard parts.count == 2, let domain = parts.last, !parts[0].isEmpty, !domain.isEmpty else { return nil }
    return ByteKey(String(domain).lowercasedASCII())
  }
}
