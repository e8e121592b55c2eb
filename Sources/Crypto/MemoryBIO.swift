import COpenSSL

/// An OpenSSL memory buffer, freed at the end of its scope.
struct MemoryBIO: ~Copyable {
  let pointer: OpaquePointer

  init() throws(OpenSSLError) { pointer = try owned(BIO_new(BIO_s_mem()), "allocate a buffer") }

  deinit { BIO_free(pointer) }

  func write(_ text: String) throws(OpenSSLError) {
    let bytes = Array(text.utf8)
    if !bytes.isEmpty { try check(BIO_write(pointer, bytes, Int32(bytes.count)), "fill a buffer") }
  }

  /// All that was written to the buffer.
  var text: String {
    var start: UnsafeMutablePointer<CChar>?
    let length = cossl_bio_mem(pointer, &start)
    return String(decoding: UnsafeRawBufferPointer(start: start, count: length), as: UTF8.self)
  }
}
