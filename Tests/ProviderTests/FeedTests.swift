import Provider
import Synchronization
import TestSupport
import Testing

@Suite struct `The feed` {
  let feed = Feed()

  @Test func `gives at once what is there`() {
    let began = ContinuousClock.now
    #expect(feed.wait(milliseconds: 60_000) { 7 } == 7)
    #expect(ContinuousClock.now - began < .seconds(58))
  }

  @Test func `tries once more when the time is up, and gives nothing`() {
    let attempts = Mutex(0)
    let found: Int? = feed.wait(milliseconds: 0) {
      attempts.withLock { $0 += 1 }
      return nil
    }
    #expect(found == nil)
    #expect(attempts.withLock { $0 } == 2)
  }

  @Test func `ends when nobody waits any more`() {
    let asked = Mutex(0)
    let found: Int? = feed.wait(
      milliseconds: 3_600_000,
      unless: {
        asked.withLock {
          $0 += 1; return $0 == 2
        }
      }, for: { nil })
    #expect(found == nil)
    #expect(asked.withLock { $0 } == 2)
  }

  @Test func `ends when nobody waits any more, also where it rings all the while`() async {
    let asked = Mutex(0)
    let pause = Feed()
    async let ringing: Void = onThread {
      while feed.waitingCount == 0, pause.sleep(milliseconds: 5) { feed.ring() }
    }
    let began = ContinuousClock.now
    let found: Int? = feed.wait(
      milliseconds: 3_600_000,
      unless: {
        asked.withLock {
          $0 += 1; return $0 == 2
        }
      }, for: { nil })
    #expect(found == nil)
    // Every second, not with every ring.
    #expect(ContinuousClock.now - began >= .seconds(1.9))
    let place = feed.takePlace()
    await ringing
    withExtendedLifetime(place) {}
  }

  @Test func `ends when the time is up, also where it rings all the while`() {
    let attempts = Mutex(0)
    let found = feed.wait(milliseconds: 20) { () -> Int? in
      feed.ring()
      return attempts.withLock { attempts in
        attempts += 1
        return attempts < 1_000_000 ? nil : attempts
      }
    }
    #expect(found == nil)
  }

  @Test func `tries again whenever it rings`() async {
    let place = Mutex<Int?>(nil)
    async let found = onThread { feed.wait(milliseconds: 60_000) { place.withLock { $0 } } }
    feed.ring()
    place.withLock { $0 = 5 }
    feed.ring()
    #expect(await found == 5)
  }

  @Test func `loses no ring between an attempt and its sleep`() {
    let isFirst = Mutex(true)
    let found = feed.wait(milliseconds: 60_000) { () -> Int? in
      guard isFirst.withLock({ $0 }) else { return 3 }
      isFirst.withLock { $0 = false }
      feed.ring()
      return nil
    }
    #expect(found == 3)
  }

  @Test func `wakes everybody for good when it stops`() async {
    async let sleeping = onThread { feed.sleep(milliseconds: 60_000) }
    async let waiting = onThread { feed.wait(milliseconds: 60_000) { nil as Int? } }
    feed.stop()
    #expect(await sleeping == false)
    #expect(await waiting == nil)
    #expect(feed.sleep(milliseconds: 60_000) == false)
  }

  @Test func `sleeps its time although it rings`() {
    let began = ContinuousClock.now
    feed.ring()
    #expect(feed.sleep(milliseconds: 20))
    #expect(ContinuousClock.now - began >= .milliseconds(20))
  }

  @Test func `has 64 places, and takes them back`() {
    for _ in 1...3 {
      let places = (1...64).compactMap { _ in feed.takePlace() }
      #expect(places.count == 64)
      withExtendedLifetime(places) { #expect(feed.takePlace() == nil) }
    }
    #expect(feed.takePlace() != nil)
  }
}
