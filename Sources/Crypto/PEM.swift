import COpenSSL

/// Keys as text: PKCS#8 and SubjectPublicKeyInfo in PEM (RFC 7468); and what is said of a PEM that cannot be read.
enum PEM {
  /// The first private key in the text: PKCS#8, or the older forms of RSA and EC; text around the block is fine.
  static func privateKey(_ text: String) throws(OpenSSLError) -> Key {
    let buffer = try self.buffer(text)
    var wantsPassword = false
    let key = PEM_read_bio_PrivateKey(buffer.pointer, nil, refusePassword, &wantsPassword)
    if wantsPassword {
      EVP_PKEY_free(key)
      throw OpenSSLError("The private key is encrypted. Decrypt it first (openssl pkey -in …).")
    }
    guard let key else {
      if text.contains("-----BEGIN PUBLIC KEY-----") && !text.contains(" PRIVATE KEY-----") {
        throw OpenSSLError("This is a public key. Give the private one.")
      }
      throw unreadable("PRIVATE KEY", text)
    }
    ERR_clear_error()
    return Key(owning: key)
  }

  /// The first public key in the text; a text with any private key in it is refused.
  static func publicKey(_ text: String) throws(OpenSSLError) -> Key {
    let buffer = try self.buffer(text)
    guard !text.contains("PRIVATE KEY-----") else {
      throw OpenSSLError("This is a private key. Give the public one only (openssl pkey -pubout -in …).")
    }
    guard let key = PEM_read_bio_PUBKEY(buffer.pointer, nil, refusePassword, nil) else {
      throw unreadable("PUBLIC KEY", text)
    }
    ERR_clear_error()
    return Key(owning: key)
  }

  static func text(ofPrivate key: Key) throws(OpenSSLError) -> String {
    let buffer = try MemoryBIO()
    try check(
      PEM_write_bio_PKCS8PrivateKey(buffer.pointer, key.pointer, nil, nil, 0, nil, nil),
      "write a private key")
    return buffer.text
  }

  static func text(ofPublic key: Key) throws(OpenSSLError) -> String {
    let buffer = try MemoryBIO()
    try check(PEM_write_bio_PUBKEY(buffer.pointer, key.pointer), "write a public key")
    return buffer.text
  }

  /// OpenSSL says "unsupported" to all of these; a person wants to know more.
  static func unreadable(_ kind: String, _ text: String) -> OpenSSLError {
    if !text.contains("-----BEGIN ") || !text.contains(kind) {
      OpenSSLError("There is no \(kind) block in the text; PEM begins with -----BEGIN \(kind)-----.")
    } else if text.contains("\\n") {
      OpenSSLError("The PEM has a backslash and an n where a line should end.")
    } else if !text.contains("-----END ") {
      OpenSSLError("The \(kind) block has no end; the text was cut off.")
    } else {
      OpenSSLError("The \(kind) block is damaged, or its line ends are lost.")
    }
  }

  static func buffer(_ text: String) throws(OpenSSLError) -> MemoryBIO {
    guard text.utf8.count <= 65_536 else { throw OpenSSLError("The PEM is longer than 64 KiB.") }
    let buffer = try MemoryBIO()
    try buffer.write(text)
    return buffer
  }
}

/// OpenSSL's own callback would ask for the password on the terminal.
func refusePassword(
  _: UnsafeMutablePointer<CChar>?, _: Int32, _: Int32, asked: UnsafeMutableRawPointer?
) -> Int32 {
  asked?.assumingMemoryBound(to: Bool.self).pointee = true
  return -1
}
