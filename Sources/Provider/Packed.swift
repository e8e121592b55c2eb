/// Values as bytes, one after the other: numbers by seven bits a byte, the lowest first, and before all that has a length
/// that length.
struct Packed {
  private(set) var bytes: [UInt8] = []

  mutating func add(_ number: Int) {
    var rest = UInt64(bitPattern: Int64(number))
    while rest > 127 {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 128)
      rest >>= 7
    }
    bytes.append(UInt8(rest))
  }

  mutating func add(_ text: String) {
    add(text.utf8.count)
    bytes += text.utf8
  }

  mutating func add(_ text: String?) { add(text.map { [$0] } ?? []) { $0.add($1) } }

  mutating func add(_ some: [UInt8]) {
    add(some.count)
    bytes += some
  }

  mutating func add<Item>(_ items: [Item], by add: (inout Packed, Item) -> Void) {
    self.add(items.count)
    for item in items { add(&self, item) }
  }
}

/// Reads what was packed, in the same order.
struct Unpacked {
  private(set) var rest: ArraySlice<UInt8>

  init(_ bytes: ArraySlice<UInt8>) { rest = bytes }

  mutating func number() -> Int {
    var (value, shift): (UInt64, UInt64) = (0, 0)
    while let byte = rest.popFirst() {
      value |= UInt64(byte & 127) << shift
      if byte < 128 { break }
      shift += 7
    }
    return Int(Int64(bitPattern: value))
  }

  mutating func bytes() -> ArraySlice<UInt8> {
    let count = number()
    defer { rest = rest.dropFirst(count) }
    return rest.prefix(count)
  }

  mutating func text() -> String { String(decoding: bytes(), as: UTF8.self) }

  mutating func text() -> String? { number() == 0 ? nil : text() as String }

  mutating func items<Item>(_ item: (inout Unpacked) -> Item) -> [Item] {
    (0..<number()).map { _ in item(&self) }
  }
}
