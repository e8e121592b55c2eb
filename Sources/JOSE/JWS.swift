package import JSON

/// A compact JWS taken apart, unverified (RFC 7515, section 7.1).
package struct JWS: Sendable {
  /// The JOSE header, an object.
  package let header: JSON
  /// The payload's bytes.
  package let payload: [UInt8]
  /// The signature's bytes, none for the `alg` "none".
  package let signature: [UInt8]
  /// What is signed: the first two parts with the dot between them.
  package let signingInput: [UInt8]

  /// Takes a compact JWS of at most 16 KiB apart; throws with the name of the part that is wrong.
  package init(compact: String) throws(JOSEError) {
    guard compact.utf8.count <= 16_384 else { throw JOSEError("The JWS is longer than 16 KiB.") }
    let text = Array(compact.utf8)
    let parts = text.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    guard parts.count == 3 else {
      throw JOSEError("A compact JWS has three parts with dots between them, this one has \(parts.count).")
    }
    header = try Self.object("header", Self.bytes("header", parts[0]))
    payload = try Self.bytes("payload", parts[1])
    signature = try Self.bytes("signature", parts[2])
    signingInput = Array(text[..<parts[1].endIndex])
  }

  /// The payload as an object; throws when it is none.
  package func claims() throws(JOSEError) -> JSON { try Self.object("payload", payload) }

  private static func bytes(_ part: String, _ text: ArraySlice<UInt8>) throws(JOSEError) -> [UInt8] {
    guard let bytes = Base64URL.decode(text) else { throw JOSEError("The \(part) is not base64url.") }
    return bytes
  }

  private static func object(_ part: String, _ bytes: [UInt8]) throws(JOSEError) -> JSON {
    let json: JSON
    do { json = try JSON(parsing: bytes) } catch { throw JOSEError("The \(part) is not JSON: \(error)") }
    guard json.members != nil else { throw JOSEError("The \(part) is \(json.typeName), not an object.") }
    return json
  }
}
