import Testing

@testable import Provider

@Suite struct `The pages of a list` {
  /// The rows after a number, by page after page.
  private func rows(of pages: Pages, after number: Int = 0) -> [(id: Int, row: [UInt8])] {
    var found: [(id: Int, row: [UInt8])] = []
    while let rows = pages.rows(after: found.last?.id ?? number) {
      found += rows.map { (id: $0, row: Array($1)) }
    }
    return found
  }

  @Test(arguments: [0, 1, 1000, Pages.size / 2, Pages.size - 1, Pages.size, Pages.size + 1, 3 * Pages.size])
  func `give each row back under its number`(length: Int) {
    var pages = Pages()
    var written: [(id: Int, row: [UInt8])] = []
    for id in 1...20 {
      let row = [UInt8](repeating: UInt8(id), count: id.isMultiple(of: 3) ? length : id)
      pages.append(row, keeping: 100)
      written.append((id, row))
      #expect(pages.last == id)
      #expect(pages.count == id)
    }
    for number in [-1, 0, 1, 2, 3, 10, 19, 20, 21] {
      #expect(rows(of: pages, after: number).elementsEqual(written.dropFirst(max(number, 0))) { $0 == $1 })
    }
  }

  @Test(arguments: [1, 2, 7, 999, 1000]) func `forget all but the newest`(limit: Int) {
    var pages = Pages()
    for id in 1...1000 { pages.append([UInt8](repeating: UInt8(id % 251), count: id * 3), keeping: limit) }
    #expect(pages.count == limit)
    let kept = rows(of: pages)
    #expect(kept.map(\.id) == Array((1001 - limit)...1000))
    #expect(kept.allSatisfy { $0.row == [UInt8](repeating: UInt8($0.id % 251), count: $0.id * 3) })
  }

  @Test func `go on after they were emptied, with the number they are told`() {
    var pages = Pages()
    for _ in 1...5 { pages.append([1], keeping: 3) }
    pages.removeAll(after: pages.last)
    #expect(pages.count == 0)
    #expect(pages.rows(after: 0) == nil)
    pages.append([6], keeping: 3)
    #expect(rows(of: pages).map(\.id) == [6])
    #expect(rows(of: pages).first?.row == [6])
    pages.removeAll(after: 0)
    pages.append([7], keeping: 3)
    #expect(rows(of: pages).map(\.id) == [1])
  }

  @Test(arguments: [0, 1, 127, 128, 300, Int.max, -1, Int.min]) func `hold every number`(number: Int) {
    var packed = Packed()
    packed.add(number)
    packed.add("end")
    var unpacked = Unpacked(packed.bytes[...])
    #expect(unpacked.number() == number)
    #expect(unpacked.text() == "end")
  }
}
