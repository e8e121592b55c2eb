import Testing

@testable import mockapple

@Suite struct `A command line` {
  @Test(
    arguments: [
      (["--port", "80"], [:], "80"), (["--port=80"], [:], "80"), (["x", "--port", "80", "y"], [:], "80"),
      ([], ["MOCKAPPLE_PORT": "80"], "80"), (["--port", "81"], ["MOCKAPPLE_PORT": "80"], "81"),
      (["--port=81"], ["MOCKAPPLE_PORT": "80"], "81"), ([], ["MOCKAPPLE_PORT": ""], nil), ([], [:], nil),
      (["--ports", "80"], [:], nil), (["--port="], [:], ""), (["--port=a=b"], [:], "a=b"),
      (["--port", "-5"], [:], "-5"), ([], ["PORT": "80", "mockapple_port": "80"], nil),
    ] as [([String], [String: String], String?)])
  func `has options`(words: [String], environment: [String: String], value: String?) throws {
    var arguments = Arguments(words, environment: environment)
    #expect(try arguments.option("port") == value)
  }

  @Test func `writes an option's hyphens as underscores in the environment`() throws {
    var arguments = Arguments([], environment: ["MOCKAPPLE_ADMIN_TOKEN_FILE": "f"])
    #expect(try arguments.option("admin-token-file") == "f")
  }

  @Test(arguments: [
    (["--port"], "--port wants a value."), (["--port", "--host", "x"], "--port wants a value."),
    (["--port", "1", "--port", "2"], "--port is given twice."),
    (["--port=1", "--port=1"], "--port is given twice."),
  ])
  func `refuses an option without a value, or given twice`(words: [String], message: String) throws {
    let error = try #require(throws: UsageError.self) {
      var arguments = Arguments(words, environment: ["MOCKAPPLE_PORT": "9"])
      _ = try arguments.option("port")
    }
    #expect(error.description == message)
  }

  @Test(arguments: ["", "x", "-1", "65536", "1.5", " 80", "0x50", "99999999999999999999"])
  func `refuses a number that is none, or out of range`(text: String) throws {
    let error = try #require(throws: UsageError.self) {
      var arguments = Arguments(["--port=" + text], environment: [:])
      _ = try arguments.number("port", in: 0...65535)
    }
    #expect(error.description == "--port is \(text); it must be a whole number from 0 to 65535.")
  }

  @Test(arguments: [0, 1, 65535]) func `has numbers`(number: Int) throws {
    var arguments = Arguments(["--port", "\(number)"], environment: [:])
    #expect(try arguments.number("port", in: 0...65535) == number)
  }

  @Test func `names the option that is missing`() throws {
    let error = try #require(throws: UsageError.self) {
      var arguments = Arguments(["--client", "x"], environment: [:])
      _ = try arguments.required("client-id")
    }
    #expect(error.description == "--client-id is missing.")
  }

  @Test(
    arguments: [
      (["--json"], [:], true), ([], [:], false), ([], ["MOCKAPPLE_JSON": "1"], true),
      ([], ["MOCKAPPLE_JSON": "true"], true), ([], ["MOCKAPPLE_JSON": "0"], false),
      ([], ["MOCKAPPLE_JSON": "no"], false), (["--json=1"], [:], false),
    ] as [([String], [String: String], Bool)])
  func `has flags`(words: [String], environment: [String: String], isSet: Bool) {
    var arguments = Arguments(words, environment: environment)
    #expect(arguments.flag("json") == isSet)
  }

  @Test(arguments: [
    (["--what"], "--what is no option here."), (["-x"], "-x is no option here."),
    (["one"], "one is one word too many."), (["--json=1"], "--json takes no value."),
    (["--json", "--json"], "--json is one word too many."),
    (["--jsn"], "--jsn is no option here. Did you mean --json?"),
  ])
  func `refuses what nobody asked for`(words: [String], message: String) throws {
    let error = try #require(throws: UsageError.self) {
      var arguments = Arguments(words, environment: [:])
      _ = arguments.flag("json")
      try arguments.finish()
    }
    #expect(error.description == message)
  }

  @Test func `gives its operands in their order, among options`() throws {
    var arguments = Arguments(["--a", "1", "one", "-", "--b=2", "two"], environment: [:])
    #expect(try arguments.option("a") == "1")
    #expect(arguments.operand() == "one")
    #expect(arguments.operand() == "-")
    #expect(try arguments.option("b") == "2")
    #expect(arguments.operand() == "two")
    #expect(arguments.operand() == nil)
    try arguments.finish()
  }

  @Test(
    arguments: [
      (["--b", "1", "one"], "one"), (["--json", "one"], "one"), (["--b=1", "one"], "one"),
      (["--b", "1"], nil),
      (["--b", "-", "-"], "-"),
    ] as [([String], String?)])
  func `takes no value of an option for an operand`(words: [String], operand: String?) {
    var arguments = Arguments(words, environment: [:])
    #expect(arguments.operand() == operand)
  }

  @Test(
    arguments: [
      (["--b", "1", "--b=2"], [:], ["1", "2"]), ([], ["MOCKAPPLE_B": "1 2"], ["1", "2"]),
      (["--b=1"], ["MOCKAPPLE_B": "2"], ["1"]), (["--b="], [:], [""]), ([], [:], nil),
    ] as [([String], [String: String], [String]?)])
  func `has options that may be repeated`(
    words: [String], environment: [String: String], values: [String]?
  ) throws {
    var arguments = Arguments(words, environment: environment)
    #expect(try arguments.list("b") == values)
    try arguments.finish()
  }

  @Test(arguments: ["port", "admin-port", "tls-port"])
  func `ignores what Kubernetes sets for a service called mockapple, and says so`(name: String) throws {
    let variable = "MOCKAPPLE_" + name.uppercased().split(separator: "-").joined(separator: "_")
    var arguments = Arguments([], environment: [variable: "tcp://10.0.0.1:8080"])
    #expect(try arguments.option(name) == nil)
    #expect(
      arguments.remarks == [
        "\(variable)=tcp://10.0.0.1:8080 was ignored: Kubernetes sets it for a service called mockapple."
      ])
  }
}
