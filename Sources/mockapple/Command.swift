/// What a person can ask for on the command line: its stored properties are its options, its usage is its help.
protocol Command: SendableMetatype {
  /// The words that name it, such as `secret explain`.
  static var verb: String { get }
  /// One line for the list of commands.
  static var summary: String { get }
  /// The command line, then a line for each option.
  static var usage: String { get }

  init(_ arguments: inout Arguments) throws(UsageError)

  /// Does it; what it throws is told on standard error, with exit status 1.
  func run() throws
}

/// A refusal or a failure to tell, in a sentence.
struct Failure: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}
