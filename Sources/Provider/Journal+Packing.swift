import AppleID

extension Journal.Entry {
  /// All of it but the id, as the row of a page.
  var packed: [UInt8] {
    var row = Packed()
    row.add(at)
    row.add(endpoint.rawValue)
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
    endpoint = Endpoint(rawValue: row.text()) ?? .unknown
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
