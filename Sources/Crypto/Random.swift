import COpenSSL
import Synchronization

/// Injected chance: every value is derived from seed, epoch, kind, scope and a counter, so that a run can be repeated.
///
/// Each pair of kind and scope counts for itself: the same calls give the same values, whatever other kinds do
/// meanwhile. One counter a pair is kept until `restart` or `advance`.
package final class Random: Sendable {
  fileprivate struct Place: Hashable, Sendable {
    let kind: String, scope: String
  }

  fileprivate struct State: Sendable {
    var seed: [UInt8]
    var epoch: UInt64 = 0
    var counters: [Place: UInt64] = [:]
  }

  private let isSeeded: Bool
  private let state: Mutex<State>

  /// Chance that repeats itself for the same seed, or, without one, starts from 32 bytes of the system's.
  package init(seed: UInt64?) {
    isSeeded = seed != nil
    state = Mutex(State(seed: seed.map { bigEndian($0) } ?? freshSeed()))
  }

  /// That many bytes, each as likely as the other.
  package func bytes(_ count: Int, for kind: String, scope: String = "") -> [UInt8] {
    var draw = draw(kind, scope)
    return (0..<count).map { _ in draw.byte() }
  }

  /// That many characters, each of the alphabet's (1 to 256 of ASCII) as likely as the other.
  /// `counts` is false for what is drawn once in a scope's life: then nothing is kept, and no order matters.
  package func text(
    _ length: Int, of alphabet: String, for kind: String, scope: String = "", counts: Bool = true
  ) -> String {
    let characters = Array(alphabet.utf8)
    precondition((1...256).contains(characters.count), "An alphabet has 1 to 256 ASCII characters.")
    var draw = draw(kind, scope, counts: counts)
    return String(unsafeUninitializedCapacity: length) { bytes in
      for index in 0..<length { bytes[index] = characters[draw.byte(below: characters.count)] }
      return length
    }
  }

  /// A number from 0 up to, but not, `bound`, each as likely as the other.
  package func number(below bound: Int, for kind: String, scope: String = "") -> Int {
    precondition(bound > 0, "No number is below \(bound).")
    var draw = draw(kind, scope)
    return draw.number(below: bound)
  }

  /// Begins again: counters to zero; without a given seed, from a fresh one.
  package func restart() {
    state.withLock {
      $0.counters = [:]
      if !isSeeded { $0.seed = freshSeed() }
    }
  }

  /// Goes on in another epoch, counters at zero: a process that is started again over the same store must not repeat
  /// what it gave before.
  package func advance(to epoch: UInt64) {
    state.withLock {
      $0.counters = [:]
      $0.epoch = epoch
    }
  }

  /// How far it has come, to go back there.
  package struct Position: Sendable { fileprivate let state: State }

  /// Where it is now.
  package var position: Position { Position(state: state.withLock { $0 }) }

  /// Goes back to where it was.
  package func restore(_ position: Position) { state.withLock { $0 = position.state } }

  private func draw(_ kind: String, _ scope: String, counts: Bool = true) -> Draw {
    state.withLock { state in
      var counter: UInt64 = 0
      if counts {
        counter = state.counters[Place(kind: kind, scope: scope), default: 0]
        state.counters[Place(kind: kind, scope: scope)] = counter + 1
      }
      let kind = Array(kind.utf8)  // its length goes first: ("a", "bc") is not ("ab", "c")
      return Draw(
        seed: state.seed,
        label: bigEndian(state.epoch) + bigEndian(UInt64(kind.count)) + kind + scope.utf8 + bigEndian(counter)
      )
    }
  }
}

private func freshSeed() -> [UInt8] {
  var seed = [UInt8](repeating: 0, count: 32)
  precondition(RAND_bytes(&seed, 32) == 1, "The system gives no random bytes.")
  return seed
}
