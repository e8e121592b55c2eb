import AppleID
import Testing

@Suite("A clock that is set back")
struct ClockSetBackValueTests {
  let setBack = ClockSetBack(from: 1000, to: 400)

  @Test func `is none where it goes on or stays`() {
    #expect(ClockSetBack(from: 1000, to: 1000) == nil)
    #expect(ClockSetBack(from: 1000, to: 1001) == nil)
  }

  @Test(arguments: [(300, 300), (400, 400), (401, 400), (1000, 400), (2000, 400)])
  func `lets what has happened count as happening now at the latest`(moment: Int, is expected: Int) {
    #expect(setBack?.happened(moment) == expected)
  }

  @Test(arguments: [(300, 300), (400, 400), (401, 400), (1000, 400), (1060, 460), (2000, 1400)])
  func `keeps what is planned as far away as it was`(moment: Int, is expected: Int) {
    #expect(setBack?.planned(moment) == expected)
  }
}
