package import AppleID
import JSON
import Store

/// Who signs in without a click: what was arranged, kept in the store, and until then what the process was started with.
extension Provider {
  /// Who signs in next, or nil where a person has to choose.
  package func autoSignIn() throws -> AutoSignIn? { try store.read { try autoSignIn(in: $0) } }

  /// Arranges who signs in next; nil for nobody.
  package func setAutoSignIn(_ autoSignIn: AutoSignIn?) throws {
    try store.write { try $0.save(autoSignIn) }
  }

  /// Takes the next sign-in without a click, counted down, so that no more than were arranged get one; nil where a person
  /// has to choose.
  package func takeAutoSignIn() throws -> AutoSignIn? {
    let arranged = try autoSignIn()
    guard arranged?.times != nil else { return arranged }
    return try store.write { tx in
      let taken = try autoSignIn(in: tx)
      if let taken, taken.times != nil { try tx.save(taken.next) }
      return taken
    }
  }

  private func autoSignIn(in tx: Transaction) throws -> AutoSignIn? {
    try tx.setting(AutoSignIn.setting, AutoSignIn.init(stored:)) ?? settings.autoSignIn
  }
}

extension AutoSignIn {
  /// The setting that holds what was arranged; there is none before anything was.
  static let setting = "auto_sign_in"

  /// What `save` stored, nil where nobody signs in; throws on anything else.
  init?(stored text: String) throws {
    guard text != "null" else { return nil }
    var fields = try Fields(try JSON(parsing: Array(text.utf8)))
    try self.init(&fields)
  }
}

extension Transaction {
  fileprivate func save(_ autoSignIn: AutoSignIn?) throws {
    try setSetting(AutoSignIn.setting, to: (autoSignIn?.json ?? .null).text())
  }
}
