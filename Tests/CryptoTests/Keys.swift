/// Keys of the openssl command, in PEM. Public on purpose: never use one for anything real.
enum Keys {
  /// P-256, PKCS#8.
  static let ec = """
    -----BEGIN PRIVATE KEY-----
    MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQg3xAg2KtGciGAGBfd
    rEc9zMVXumXpbdW9f4bsTLVuTwyhRANCAAREG3Dtfv8yFvNeSTOEbOhFEr7E/qoz
    6NDpx9hNXdf3CYG91vGvI7qpbC070IAuZKFHJZG/UeBRtvp2AmjVR68a
    -----END PRIVATE KEY-----
    """

  /// Its public half.
  static let ecPublic = """
    -----BEGIN PUBLIC KEY-----
    MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAERBtw7X7/MhbzXkkzhGzoRRK+xP6q
    M+jQ6cfYTV3X9wmBvdbxryO6qWwtO9CALmShRyWRv1HgUbb6dgJo1UevGg==
    -----END PUBLIC KEY-----
    """

  /// The same with a compressed point.
  static let ecCompressed = """
    -----BEGIN PUBLIC KEY-----
    MDkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDIgACRBtw7X7/MhbzXkkzhGzoRRK+xP6q
    M+jQ6cfYTV3X9wk=
    -----END PUBLIC KEY-----
    """

  /// The P-256 key, encrypted PKCS#8.
  static let encrypted = """
    -----BEGIN ENCRYPTED PRIVATE KEY-----
    MIHsMFcGCSqGSIb3DQEFDTBKMCkGCSqGSIb3DQEFDDAcBAimPrXJa50fSAICCAAw
    DAYIKoZIhvcNAgkFADAdBglghkgBZQMEASoEEP0MPR+twlI6mzVITHyTf+EEgZBY
    4fZcBl7to+1ToaDll/9Rw0akyGc3Hb8wgqlrQSxK1WGkC9MkkH3pXRXLOlvqM60b
    VNVDY4XsP2KdWc5AnxQ+7WR3+UWXpDwkO5VDr5XJuGmOQJF5NnGjRTcVUmkwcHF/
    ICXNyOrf6v6HWGyEWvY4xiBEz2N/rcOnmBREus0+3ocDSMYUJFscHt3f7Os95ew=
    -----END ENCRYPTED PRIVATE KEY-----
    """

  /// The P-256 key, encrypted as RFC 1421 does.
  static let encryptedSEC1 = """
    -----BEGIN EC PRIVATE KEY-----
    Proc-Type: 4,ENCRYPTED
    DEK-Info: AES-128-CBC,B17B2B28803A1364EBEC009395891B1A

    ko6Re3g0d7d353m5eQHJg6Xv4ITgZ4VM5X3/ofV2IsYT1VuSnyfNM82M/umkeMuq
    /m4ob/zuKkjxvzErz+qlaLzAC1X6Cvvoi31sdSF9CJtuNCCbhfhYMai2a8wkoSn6
    aYJt33aDRCHX6Uof/DWUvYXu7VGy9x/quBGU1zaVkDk=
    -----END EC PRIVATE KEY-----
    """

  /// P-256, SEC 1, after a block of EC PARAMETERS.
  static let ecSEC1 = """
    -----BEGIN EC PARAMETERS-----
    BggqhkjOPQMBBw==
    -----END EC PARAMETERS-----
    -----BEGIN EC PRIVATE KEY-----
    MHcCAQEEIOYmpxpUYKSbDjZ/UG3CBAbtOF7qOTYjAdl23Vmr6KXpoAoGCCqGSM49
    AwEHoUQDQgAERPG57FMIhsZqwzfSIsuz3od59h2xV84cOaUgODOaTFb0J4E7ilh/
    gmIPKR7sa4BWOMMWneEaUcyxiPb/gMfimg==
    -----END EC PRIVATE KEY-----
    """

  /// P-256 by its numbers instead of its name.
  static let explicit = """
    -----BEGIN PRIVATE KEY-----
    MIIBeQIBADCCAQMGByqGSM49AgEwgfcCAQEwLAYHKoZIzj0BAQIhAP////8AAAAB
    AAAAAAAAAAAAAAAA////////////////MFsEIP////8AAAABAAAAAAAAAAAAAAAA
    ///////////////8BCBaxjXYqjqT57PrvVV2mIa8ZR0GsMxTsPY7zjw+J9JgSwMV
    AMSdNgiG5wSTamZ44ROdJreBn36QBEEEaxfR8uEsQkf4vOblY6RA8ncDfYEt6zOg
    9KE5RdiYwpZP40Li/hp/m47n60p8D54WK84zV2sxXs7LtkBoN79R9QIhAP////8A
    AAAA//////////+85vqtpxeehPO5ysL8YyVRAgEBBG0wawIBAQQgjo/W+9VERUaA
    elrRTMwfIr0oKcJpj8himFdIgBzvzwKhRANCAARbVHwRIeDvezc6zDhc7hwaAg4n
    KeT8qMMCYvG7f1Mg1g7KIJffij1VFn30jJdL6IdV/sCVf9/AwIqWPEhQ31Qs
    -----END PRIVATE KEY-----
    """

  /// P-384.
  static let p384 = """
    -----BEGIN PRIVATE KEY-----
    MIG2AgEAMBAGByqGSM49AgEGBSuBBAAiBIGeMIGbAgEBBDCRBwiIPrdGNVI9HnWZ
    lo+uMNJiYwQmmelK+hY5OGv0tAD7aXxYrO8fL/tHSwICNJWhZANiAAQY7I+mhwQo
    JY6RETkopMMKuK9h73iCTWG8a306uZMmZtGnIX2EHJbY5tSKmZq/AzRNNruUcXII
    DXFpv/0cFQ39WOWs3hSEiJG7tt+Uy4+DwOz4uMCBT41jmqYi4hwB45E=
    -----END PRIVATE KEY-----
    """

  /// Its public half.
  static let p384Public = """
    -----BEGIN PUBLIC KEY-----
    MHYwEAYHKoZIzj0CAQYFK4EEACIDYgAEGOyPpocEKCWOkRE5KKTDCrivYe94gk1h
    vGt9OrmTJmbRpyF9hByW2ObUipmavwM0TTa7lHFyCA1xab/9HBUN/VjlrN4UhIiR
    u7bflMuPg8Ds+LjAgU+NY5qmIuIcAeOR
    -----END PUBLIC KEY-----
    """

  /// Ed25519.
  static let ed25519 = """
    -----BEGIN PRIVATE KEY-----
    MC4CAQAwBQYDK2VwBCIEINYnrk3Ct47QJrJINmAjJRmttES+BuKtpDSyxvWXDrM3
    -----END PRIVATE KEY-----
    """

  /// The private number of `ec` with the public point of `ecSEC1`.
  static let mismatched = """
    -----BEGIN PRIVATE KEY-----
    MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQg3xAg2KtGciGAGBfd
    rEc9zMVXumXpbdW9f4bsTLVuTwyhRANCAARE8bnsUwiGxmrDN9Iiy7Peh3n2HbFX
    zhw5pSA4M5pMVvQngTuKWH+CYg8pHuxrgFY4wxad4RpRzLGI9v+Ax+Ka
    -----END PRIVATE KEY-----
    """

  /// What `openssl dgst -sha256 -sign` makes of "abc" with `ec`, in DER.
  static let signatureOfEC = hex(
    """
    3046022100d95c8a68eab2b3aa54b76eb4eb581745ddf3654cf490f5919dc2556cb01f679e022100c81bbec39c279e174030\
    4dcb7e65dd4e8b30ac312d8a8813b77adbfcf7656655
    """)
}
