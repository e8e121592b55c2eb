import Crypto
import JOSE

extension Examination {
  /// The verdicts on the signature: its form, then whose it is.
  func signatureFindings(_ secret: ClientSecret) -> [Finding] {
    let der = Rule.clientSecretSignatureDER
    let wrong = Rule.clientSecretSignatureWrong
    let count = secret.jws.signature.count
    let looksDER = count != 64 && secret.jws.signature.first == 0x30
    let form: Finding =
      looksDER
      ? .fail(
        der,
        "The signature is ASN.1 DER (\(count) bytes); JWS wants raw R and S, 64 bytes (RFC 7518, section 3.4)."
      )
      : .pass(der, "the signature is not ASN.1 DER.")
    guard let verifier = publicKey ?? key.found?.publicKey else {
      return [form, .notChecked(wrong, "no public key to verify it with.")]
    }
    let keyName = publicKey == nil ? "key \(key.found?.keyID ?? "")" : "the key in the file"
    if verifier.isValid(secret.jws.signature, for: secret.jws.signingInput) {
      return [form, .pass(wrong, "the signature is that of \(keyName).")]
    }
    if looksDER, verifier.isValid(der: secret.jws.signature, for: secret.jws.signingInput) {
      return [form, .pass(wrong, "the signature, read as DER, is that of \(keyName).")]
    }
    return [
      form,
      .fail(
        wrong,
        count == 64 || looksDER
          ? "The signature is not that of \(keyName): another private key, or the text was changed on its way."
          : "The signature has \(count) bytes; ES256 has 64."),
    ]
  }
}
