import COpenSSL

/// What OpenSSL (or a rule of ours about keys) would not do: what was tried, and the reason.
package struct OpenSSLError: Error, Equatable, CustomStringConvertible {
  /// One sentence for people.
  package let description: String

  /// A refusal of our own; whatever OpenSSL has queued meanwhile is forgotten.
  init(_ description: String) {
    ERR_clear_error()
    self.description = description
  }

  /// A failure of OpenSSL: takes the reason from this thread's error queue and empties the queue.
  init(trying attempt: String) {
    let code = ERR_peek_last_error()
    let reason = ERR_reason_error_string(code).map { String(cString: $0) }
    self.init("Could not \(attempt): \(reason ?? (code == 0 ? "OpenSSL gave no reason" : "error \(code)")).")
  }
}

/// The pointer that OpenSSL hands over, or the error for nil.
func owned(_ pointer: OpaquePointer?, _ attempt: String) throws(OpenSSLError) -> OpaquePointer {
  guard let pointer else { throw OpenSSLError(trying: attempt) }
  return pointer
}

/// Throws unless OpenSSL said 1 (or, where it returns a length, anything above 0).
func check(_ code: some BinaryInteger, _ attempt: String) throws(OpenSSLError) {
  guard code > 0 else { throw OpenSSLError(trying: attempt) }
}
