/// The newest rows of a numbered list, as bytes in pages that are used again. On the heap, each for itself, what one thread
/// puts there and another takes away would leave holes everywhere.
struct Pages: Sendable {
  /// Bytes of a page; a row that is longer has one for itself.
  static let size = 256 << 10
  private static let mostSpare = 8

  /// The rows that follow each other in one page.
  struct Rows: Sendable, Sequence {
    fileprivate(set) var bytes: [UInt8] = []
    /// Where each row ends.
    fileprivate var ends: [Int] = []
    /// The number of the last.
    fileprivate(set) var last: Int

    /// Each row, with its number.
    func makeIterator() -> AnyIterator<(Int, ArraySlice<UInt8>)> {
      var index = 0
      return AnyIterator {
        guard index < ends.count else { return nil }
        defer { index += 1 }
        return (last - ends.count + index + 1, bytes[(index == 0 ? 0 : ends[index - 1])..<ends[index]])
      }
    }
  }

  private var pages: [Rows] = []
  /// Pages for what comes: freed and taken anew they would wander from one thread's heap to another's.
  private var spare: [Rows] = []
  /// The number of the newest row; before the first, what it was begun with.
  private(set) var last = 0
  /// How many rows there are.
  private(set) var count = 0

  /// Adds a row, and forgets all but the newest so many.
  mutating func append(_ row: [UInt8], keeping limit: Int) {
    let current = pages.count - 1
    if current < 0 || pages[current].bytes.count + row.count > Self.size { begin(with: row.count) }
    last += 1
    count = min(count + 1, limit)
    pages[pages.count - 1].bytes += row
    pages[pages.count - 1].ends.append(pages[pages.count - 1].bytes.count)
    pages[pages.count - 1].last = last
    if pages[0].last <= last - limit { put(pages.removeFirst()) }
  }

  /// Forgets every row; the next has the number after this.
  mutating func removeAll(after last: Int) {
    for page in pages { put(page) }
    (pages, count, self.last) = ([], 0, last)
  }

  private mutating func put(_ page: Rows) {
    if spare.count < Self.mostSpare, page.bytes.capacity <= 2 * Self.size { spare.append(page) }
  }

  private mutating func begin(with length: Int) {
    var page = spare.popLast() ?? Rows(last: last)
    page.bytes.removeAll(keepingCapacity: true)
    page.bytes.reserveCapacity(Swift.max(length, Self.size))
    page.ends.removeAll(keepingCapacity: true)
    pages.append(page)
  }

  /// A copy of the rows after a number, as far as a page reaches; nil where there is none.
  func rows(after number: Int) -> Rows? {
    let number = Swift.max(number, last - count)
    guard let page = pages.first(where: { $0.last > number }) else { return nil }
    let skipped = Swift.max(0, page.ends.count - (page.last - number))
    let begin = skipped == 0 ? 0 : page.ends[skipped - 1]
    return Rows(
      bytes: Array(page.bytes[begin...]), ends: page.ends[skipped...].map { $0 - begin }, last: page.last)
  }
}
