import Crypto
import Synchronization
import Testing

@Suite struct `Chance` {
  let alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"

  @Test func `repeats itself for the same seed`() {
    let a = Random(seed: 7), b = Random(seed: 7)
    for count in [0, 1, 31, 32, 33, 1_000] {
      #expect(a.bytes(count, for: "code") == b.bytes(count, for: "code"))
      #expect(a.bytes(count, for: "code").count == count)
      _ = b.bytes(count, for: "code")
    }
    #expect(a.text(20, of: alphabet, for: "kid") == b.text(20, of: alphabet, for: "kid"))
    #expect(a.number(below: 1_000_000, for: "delay") == b.number(below: 1_000_000, for: "delay"))
  }

  /// Computed by Python's hashlib: the derivation is written down in `Random.draw` and `Draw`.
  @Test func `stays the same from version to version`() {
    let random = Random(seed: 42)
    #expect(random.bytes(8, for: "code") == hex("4782e062e58a6a5e"))
    #expect(random.text(10, of: alphabet, for: "kid") == "2I6JOI1FCV")
    #expect(random.number(below: 1_000_000, for: "delay") == 552_155)
  }

  @Test func `differs with seed, kind, scope, epoch and call`() {
    let random = Random(seed: 7), late = Random(seed: 7)
    late.advance(to: 1)
    let values = [
      random.bytes(16, for: "a"), random.bytes(16, for: "a"), random.bytes(16, for: "b"),
      random.bytes(16, for: "a", scope: "b"), random.bytes(16, for: "ab"),
      random.bytes(16, for: "", scope: "ab"),
      Random(seed: 8).bytes(16, for: "a"), late.bytes(16, for: "a"), late.bytes(16, for: "a"),
    ]
    #expect(Set(values).count == values.count)
  }

  @Test func `of one kind does not depend on what others do meanwhile`() {
    let a = Random(seed: 7), b = Random(seed: 7)
    _ = b.bytes(16, for: "other")
    _ = b.text(3, of: "abc", for: "code", scope: "other")
    #expect(a.bytes(16, for: "code") == b.bytes(16, for: "code"))
  }

  @Test func `gives concurrent callers together what one gets alone`() async {
    let shared = Random(seed: 7), alone = Random(seed: 7)
    let values = await withTaskGroup(of: [[UInt8]].self) { group in
      for _ in 0..<8 { group.addTask { (0..<50).map { _ in shared.bytes(16, for: "code") } } }
      return await group.reduce(into: []) { $0 += $1 }
    }
    #expect(Set(values) == Set((0..<400).map { _ in alone.bytes(16, for: "code") }))
    #expect(Set(values).count == 400)
  }

  @Test func `begins again after a restart, within its epoch`() {
    let random = Random(seed: 7)
    let first = random.bytes(16, for: "code")
    random.restart()
    #expect(random.bytes(16, for: "code") == first)
    random.advance(to: 5)
    let later = random.bytes(16, for: "code")
    random.restart()
    #expect(random.bytes(16, for: "code") == later)
    random.advance(to: 0)
    #expect(random.bytes(16, for: "code") == first)
  }

  @Test func `without a seed never repeats itself`() {
    let random = Random(seed: nil)
    let first = random.bytes(16, for: "code")
    random.restart()
    #expect(random.bytes(16, for: "code") != first)
    #expect(Random(seed: nil).bytes(16, for: "code") != Random(seed: nil).bytes(16, for: "code"))
  }

  @Test(arguments: [1, 2, 3, 10, 36]) func `gives each number its share`(bound: Int) {
    let random = Random(seed: 1)
    var counts = [Int](repeating: 0, count: bound)
    for _ in 0..<(bound * 1_000) { counts[random.number(below: bound, for: "n")] += 1 }
    #expect(counts.allSatisfy { (850...1_150).contains($0) })
  }

  /// 36 does not divide 256: without care the first four letters would come 8 times for every 7 of the others.
  @Test func `gives each letter its share`() {
    let text = Random(seed: 1).text(360_000, of: alphabet, for: "t")
    let counts = text.reduce(into: [Character: Int]()) { $0[$1, default: 0] += 1 }
    #expect(Set(counts.keys) == Set(alphabet))
    #expect(counts.values.allSatisfy { (9_600...10_400).contains($0) })
  }

  @Test func `takes alphabets of one letter and of two`() {
    let random = Random(seed: 1)
    #expect(random.text(5, of: "x", for: "t") == "xxxxx")
    #expect(Set(random.text(100, of: "xy", for: "t")) == ["x", "y"])
    #expect(random.text(0, of: alphabet, for: "t") == "")
  }

  @Test func `reaches large bounds`() {
    let random = Random(seed: 1)
    let numbers = (0..<100).map { _ in random.number(below: .max, for: "n") }
    #expect(numbers.contains { $0 > .max / 2 } && numbers.contains { $0 < .max / 2 })
    #expect(random.number(below: 1, for: "n") == 0)
  }
}
