import Testing

@testable import SQL

@Suite struct `A connection` {
  let connection: Connection
  init() throws {
    connection = try Connection(path: ":memory:")
    try connection.execute(script: "CREATE TABLE t (n INTEGER UNIQUE, s TEXT, b BLOB) STRICT")
  }

  private func texts() throws -> [String?] {
    try connection.rows("SELECT s FROM t ORDER BY rowid") { row throws(SQLError) in
      try row.optionalString("s")
    }
  }

  @Test(arguments: [
    "plain", "", "'; DROP TABLE t; --", "\"", "?1", "$1", "%s", "\0", "a\0b", "ünï\u{1F600}", "e\u{301}",
    "\n",
  ])
  func `stores and compares a text byte for byte`(text: String) throws {
    try connection.run("INSERT INTO t (n, s) VALUES (1, \(text))")
    try connection.run("INSERT INTO t (n, s) VALUES (2, \(text + "x"))")
    #expect(try texts().map { $0.map { Array($0.utf8) } } == [Array(text.utf8), Array((text + "x").utf8)])
    let found = try connection.rows("SELECT n FROM t WHERE s = \(text)") { row throws(SQLError) in
      try row.int("n")
    }
    #expect(found == [1])
    #expect(try connection.run("DELETE FROM t WHERE s = \(text)") == 1)
  }

  @Test func `tells a text with a NUL from its beginning`() throws {
    try connection.run("INSERT INTO t (s) VALUES (\("admin\0x"))")
    #expect(try connection.run("DELETE FROM t WHERE s = \("admin")") == 0)
  }

  @Test(arguments: [Int.min, -1, 0, 1, Int.max, nil]) func `stores a number`(number: Int?) throws {
    try connection.run("INSERT INTO t (n) VALUES (\(number))")
    let read = try connection.row("SELECT n FROM t") { row throws(SQLError) in try row.optionalInt("n") }
    #expect(read == .some(number))
  }

  @Test func `stores truth as a number, and nothing as NULL`() throws {
    let nothing: String? = nil
    try connection.run("INSERT INTO t (n, s) VALUES (\(true), \(nothing))")
    let count = try connection.row("SELECT count(*) AS n FROM t WHERE n = \(true) AND s IS NULL") {
      row throws(SQLError) in try row.int("n")
    }
    #expect(count == 1)
  }

  @Test func `tells how many rows were changed`() throws {
    for n in 1...3 { #expect(try connection.run("INSERT INTO t (n) VALUES (\(n))") == 1) }
    #expect(try connection.run("UPDATE t SET s = 'x' WHERE n > 1") == 2)
    #expect(try connection.run("UPDATE t SET s = 'x' WHERE n > 9") == 0)
  }

  @Test func `gives the first row, or nil`() throws {
    for n in [7, 8] { try connection.run("INSERT INTO t (n) VALUES (\(n))") }
    let first = { (n: Int) in
      try connection.row("SELECT n FROM t WHERE n >= \(n) ORDER BY n") { row throws(SQLError) in
        try row.int("n")
      }
    }
    #expect(try first(7) == 7)
    #expect(try first(9) == nil)
  }

  @Test func `goes on after a violated constraint`() throws {
    try connection.run("INSERT INTO t (n) VALUES (1)")
    for _ in 1...2 {
      let error = try #require(throws: SQLError.self) {
        try connection.run("INSERT INTO t (n) VALUES (\(1))")
      }
      #expect(error.code == 19)
      #expect(error.description.contains("UNIQUE constraint failed: t.n"))
    }
    #expect(try connection.run("INSERT INTO t (n) VALUES (\(2))") == 1)
  }

  @Test func `says which statement is wrong, and which column is missing`() throws {
    let syntax = try #require(throws: SQLError.self) { try connection.run("SELEC 1") }
    #expect(syntax.statement == "SELEC 1")
    try connection.run("INSERT INTO t (n) VALUES (1)")
    let column = try #require(throws: SQLError.self) {
      try connection.rows("SELECT n FROM t") { row throws(SQLError) in try row.int("m") }
    }
    #expect(column.message == "there is no column m")
  }

  @Test func `says which file it cannot open`() {
    #expect(throws: SQLError.self) { try Connection(path: "/nonexistent/store.sqlite") }
  }
}

@Suite struct `A transaction` {
  private struct Stop: Error {}
  let connection: Connection
  init() throws {
    connection = try Connection(path: ":memory:")
    try connection.execute(script: "CREATE TABLE t (n INTEGER UNIQUE) STRICT")
  }

  private var count: Int {
    get throws {
      try connection.row("SELECT count(*) AS n FROM t") { row throws(SQLError) in try row.int("n") } ?? -1
    }
  }

  @Test func `does everything`() throws {
    let value = try connection.transaction {
      for n in 1...3 { try connection.run("INSERT INTO t (n) VALUES (\(n))") }
      return "done"
    }
    #expect(value == "done")
    #expect(try count == 3)
  }

  @Test func `or nothing where it throws`() throws {
    #expect(throws: Stop.self) {
      try connection.transaction {
        try connection.run("INSERT INTO t (n) VALUES (1)")
        throw Stop()
      }
    }
    #expect(throws: SQLError.self) {
      try connection.transaction {
        try connection.run("INSERT INTO t (n) VALUES (2)")
        try connection.run("INSERT INTO t (n) VALUES (2)")
      }
    }
    #expect(try count == 0)
    try connection.transaction { _ = try connection.run("INSERT INTO t (n) VALUES (3)") }
    #expect(try count == 1)
  }

  @Test func `cannot hold another, and loses nothing by the attempt but itself`() throws {
    #expect(throws: SQLError.self) {
      try connection.transaction {
        try connection.run("INSERT INTO t (n) VALUES (1)")
        try connection.transaction {}
      }
    }
    #expect(try count == 0)
  }
}

@Suite struct `A value of a row` {
  let connection: Connection
  init() throws {
    connection = try Connection(path: ":memory:")
    try connection.execute(
      script: """
        CREATE TABLE pet (kind TEXT, name TEXT, age INTEGER, PRIMARY KEY (kind, name)) STRICT, WITHOUT ROWID;
        INSERT INTO pet VALUES ('cat', 'Tom', NULL);
        CREATE TABLE loose (a);
        INSERT INTO loose VALUES (NULL), (CAST(x'c3' AS TEXT)), (1.5);
        """)
  }

  private func message(_ sql: SQL, _ read: (Row) throws(SQLError) -> Void) -> String {
    do throws(SQLError) {
      _ = try connection.rows(sql, read)
      return "nothing"
    } catch {
      return error.description
    }
  }

  @Test func `that is NULL where none may be is told with table, row and column`() {
    let place = "table pet, row kind \"cat\", name \"Tom\", column age is NULL"
    #expect(
      message("SELECT * FROM pet") { row throws(SQLError) in _ = try row.int("age") }
        == "The store was damaged or edited: \(place).")
    #expect(message("SELECT * FROM pet") { row throws(SQLError) in _ = try row.bool("age") }.contains(place))
    // Under another name, and without the whole key.
    #expect(
      message("SELECT name, age AS years FROM pet") { row throws(SQLError) in _ = try row.int("years") }
        .contains("table pet, row name \"Tom\", column age is NULL"))
    #expect(
      message("SELECT max(age) AS age FROM pet") { row throws(SQLError) in _ = try row.int("age") }
        .contains("age is NULL"))
  }

  @Test func `of another type, or no UTF-8, is told and not repaired`() {
    #expect(
      message("SELECT a FROM loose WHERE a IS NULL") { row throws(SQLError) in _ = try row.string("a") }
        .contains("column a is NULL"))
    #expect(
      message("SELECT a FROM loose WHERE typeof(a) = 'text'") { row throws(SQLError) in
        _ = try row.string("a")
      }
      .contains("column a is no UTF-8"))
    #expect(
      message("SELECT a FROM loose WHERE typeof(a) = 'real'") { row throws(SQLError) in _ = try row.int("a") }
        .contains("column a is no whole number"))
    #expect(
      message("SELECT 7 AS n") { row throws(SQLError) in _ = try row.string("n") }.contains("n is no text"))
    #expect(
      message("SELECT 7 AS n") { row throws(SQLError) in _ = try row.bool("n") }
        .contains("n is 7, neither 0 nor 1"))
  }

  @Test func `that SQLite does not bind is an error, and the statement is good afterwards`() throws {
    // The quotation marks make a text of the parameter: there is one value too many.
    let error = #expect(throws: SQLError.self) {
      try connection.row("SELECT '\(5)' AS n") { row throws(SQLError) in try row.string("n") }
    }
    #expect(error?.code == 25)
    #expect(error?.message.contains("value 1 cannot be bound") == true)
    for name in ["Tom", "Jerry"] {
      let count = try connection.row("SELECT count(*) AS n FROM pet WHERE name = \(name)") {
        row throws(SQLError) in try row.int("n")
      }
      #expect(count == (name == "Tom" ? 1 : 0))
    }
  }
}
