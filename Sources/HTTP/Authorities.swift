import CCurl
import Glibc

/// The certificate authorities of the system, and those of a file beside them.
final class Authorities: Sendable {
  /// A PEM file of all of them; nil: whatever libcurl takes of itself.
  let path: String?
  private let descriptor: Int32

  /// The authorities of the system's PEM file and of another; throws when the other cannot be read or has none.
  init(adding file: String?, to system: String? = systemFile()) throws(AuthoritiesError) {
    guard let file else {
      (path, descriptor) = (system, -1)
      return
    }
    let own = try readPEM(file)
    // A file, not bytes: of bytes every connection makes its own list of authorities, in 30 ms and 1 MB, while the
    // list of a file is made once for a multi handle. It lies in memory, and ends with the descriptor.
    descriptor = memfd_create("authorities", CCURL_MFD_CLOEXEC)
    path = "/proc/self/fd/\(descriptor)"
    let both = own + [UInt8(ascii: "\n")] + (system.flatMap { try? bytes(of: $0).get() } ?? [])
    guard both.withUnsafeBytes({ write(descriptor, $0.baseAddress, $0.count) }) == both.count,
      access("/proc/self/fd/\(descriptor)", R_OK) == 0
    else {
      throw AuthoritiesError(file: file, reason: "\(SystemError())")
    }
  }

  deinit {
    if descriptor >= 0 { close(descriptor) }
  }
}

/// Why there are no authorities to trust.
package struct AuthoritiesError: Error, Equatable, CustomStringConvertible {
  let file: String
  let reason: String

  /// What is wrong with which file.
  package var description: String {
    "The certificate authorities to trust cannot be read from \(file): \(reason)."
  }
}

/// The PEM file that libcurl reads when it is told nothing; nil when there is none.
private func systemFile() -> String? {
  guard isCurlReady, let handle = curl_easy_init() else { return nil }
  defer { curl_easy_cleanup(handle) }
  var path: UnsafePointer<CChar>?
  ccurl_get_string(handle, CURLINFO_CAINFO, &path)
  guard let path, access(path, R_OK) == 0 else { return nil }
  return String(cString: path)
}

private func readPEM(_ file: String) throws(AuthoritiesError) -> [UInt8] {
  switch bytes(of: file) {
  case .failure(let error): throw AuthoritiesError(file: file, reason: "\(error)")
  case .success(let bytes):
    guard String(decoding: bytes, as: UTF8.self).contains("-----BEGIN CERTIFICATE-----") else {
      throw AuthoritiesError(file: file, reason: "it has no certificate in PEM, -----BEGIN CERTIFICATE-----")
    }
    return bytes
  }
}

private func bytes(of file: String) -> Result<[UInt8], SystemError> {
  let descriptor = open(file, O_RDONLY | O_CLOEXEC)
  guard descriptor >= 0 else { return .failure(SystemError()) }
  defer { close(descriptor) }
  var bytes: [UInt8] = []
  var piece = [UInt8](repeating: 0, count: 65_536)
  while true {
    let count = read(descriptor, &piece, piece.count)
    guard count >= 0 else { return .failure(SystemError()) }
    guard count > 0 else { return .success(bytes) }
    bytes += piece[..<count]
  }
}
