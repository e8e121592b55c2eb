/// Requests that wait for a place among those under way. Receivers take turns, and a dead one keeps others from
/// nothing: it gets only so many places, and the first place of a receiver is not one of those that all fight for.
struct Backlog {
  /// Under way at once, where receivers have several.
  static let places = 100
  static let placesOfReceiver = 8
  /// Under way at once in any case.
  static let firstPlaces = 256

  private struct Receiver {
    var arrivals: [Sending] = []
    var waiting: [Sending] = []
    var underWay = 0

    var isEmpty: Bool { arrivals.isEmpty && waiting.isEmpty }

    mutating func next() -> Sending? {
      if waiting.isEmpty { swap(&waiting, &arrivals); waiting.reverse() }
      return waiting.popLast()
    }
  }

  private var receivers: [String: Receiver] = [:]
  /// Those for whom something waits, each once.
  private var turns: [String] = []
  private var underWay = 0

  /// Puts a request behind the others for its receiver.
  mutating func add(_ sending: Sending) {
    if receivers[sending.receiver]?.isEmpty ?? true { turns.append(sending.receiver) }
    receivers[sending.receiver, default: Receiver()].arrivals.append(sending)
  }

  /// The next that may be sent, which is under way from then on.
  mutating func next() -> Sending? {
    guard underWay < Backlog.firstPlaces, let turn = turns.firstIndex(where: mayHavePlace) else { return nil }
    let name = turns.remove(at: turn)
    guard let sending = receivers[name]?.next() else { return nil }
    receivers[name]?.underWay += 1
    underWay += 1
    if receivers[name]?.isEmpty == false { turns.append(name) }
    return sending
  }

  /// Frees the place of one that was under way.
  mutating func free(_ sending: Sending) {
    underWay -= 1
    receivers[sending.receiver]?.underWay -= 1
    if let receiver = receivers[sending.receiver], receiver.underWay == 0, receiver.isEmpty {
      receivers[sending.receiver] = nil
    }
  }

  /// All that wait, in no order.
  mutating func empty() -> [Sending] {
    defer { self = Backlog() }
    return receivers.values.flatMap { $0.waiting + $0.arrivals }
  }

  private func mayHavePlace(_ name: String) -> Bool {
    let own = receivers[name]?.underWay ?? 0
    return own == 0 || own < Backlog.placesOfReceiver && underWay < Backlog.places
  }
}
