import HTTP

extension Operation {
  static let certificateAuthority = [
    Operation("GET", "/admin/ca", "getCertificateAuthority") { call in
      try call.query.finish()
      guard let certificate = call.application.options.certificateAuthority else {
        throw Problem(
          404,
          detail:
            "There is no certificate authority here; serve --tls-port has one, unless --tls-cert is given."
        )
      }
      return Response(headers: ["Content-Type": "application/x-pem-file"], body: Array(certificate.utf8))
    }
  ]
}
