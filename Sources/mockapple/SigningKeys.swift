import AppleID
import Crypto
import Sample

/// Where the first ring of a fresh store comes from.
enum SigningKeys {
  /// The keys in their order; throws `Failure` with the file's name for one that is no RSA key.
  static func keys(_ source: Configuration.Keys, random: Random) throws -> [(kid: String, pem: String)] {
    switch source {
    case .sample: return Sample.signingKeys
    case .generate:
      let alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"
      return try (0..<KeyRing.publishedAtStart).map { _ in
        (random.text(10, of: alphabet, for: "kid"), try RSAPrivateKey.generate().pem())
      }
    case .folder(let folder): return try read(folder)
    }
  }

  private static func read(_ folder: String) throws -> [(kid: String, pem: String)] {
    let names = try File.names(in: folder).filter { $0.hasSuffix(".pem") }
    guard !names.isEmpty else { throw Failure("--keys \(folder): there is no <kid>.pem in it.") }
    return try names.map { name in
      let path = folder + "/" + name
      let pem = try File.text(path)
      do {
        _ = try RSAPrivateKey(pem: pem)
      } catch {
        throw Failure("--keys \(path): \(error)")
      }
      return (String(name.dropLast(4)), pem)
    }
  }
}
