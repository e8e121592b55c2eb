import AppleID

extension Journal.Entry {
  /// All of it but the id, as the row of a page.
  var packed: [UInt8] {
    var row = Packed()
    row.add(at)
    row.add(endpoint)
    row.add(method)
    row.add(path)
    row.add(status)
    row.add(clientID)
    row.add(account)
    row.add(grantType)
    row.add(error?.rawValue)
    row.add(rule?.rawValue)
    return row.bytes + packedDetails
  }

  /// What was packed into a row, with its id.
  init(_ row: ArraySlice<UInt8>, id: Int) {
    var row = Unpacked(row)
    self.id = id
    at = row.number()
    endpoint = row.text()
    method = row.text()
    path = row.text()
    status = row.number()
    clientID = row.text()
    account = row.text()
    grantType = row.text()
    error = row.text().flatMap { Refusal.Code(rawValue: $0) }
    rule = row.text().flatMap { Rule(rawValue: $0) }
    packedDetails = row.rest
  }

  /// What it is not looked for by.
  package var details: Details { Details(packedDetails) }
}

extension Journal.Entry.Details {
  /// All of them, as the end of a row.
  var packed: [UInt8] {
    var row = Packed()
    for pairs in [parameters, headers] {
      row.add(pairs) { row, pair in
        row.add(pair.name)
        row.add(pair.value)
      }
    }
    row.add(duration)
    row.add(errorDescription)
    row.add(hint)
    row.add(leniencies) { $0.add($1) }
    row.add(faults) { $0.add($1) }
    row.add(responseBody)
    return row.bytes
  }

  fileprivate init(_ row: ArraySlice<UInt8>) {
    var row = Unpacked(row)
    parameters = row.items { (name: $0.text(), value: $0.text()) }
    headers = row.items { (name: $0.text(), value: $0.text()) }
    duration = row.number()
    errorDescription = row.text()
    hint = row.text()
    leniencies = row.items { $0.text() }
    faults = row.items { $0.text() }
    responseBody = Array(row.bytes())
  }
}

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
