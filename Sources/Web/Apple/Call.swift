import AppleID
import HTTP
import Provider

/// One request to Apple's side while it is answered.
struct Call {
  let request: Request
  let provider: Provider
  var context: Context
  /// The address the request came to, without a path.
  let base: String
  /// The IP address of the client, also where it is behind a trusted proxy.
  let clientAddress: String
  /// What was sent, for the journal: filled as soon as it can be read.
  private(set) var pairs: [Form.Pair] = []

  init(request: Request, provider: Provider, context: Context, base: String, clientAddress: String) {
    self.request = request
    self.provider = provider
    self.context = context
    self.base = base
    self.clientAddress = clientAddress
  }

  /// The parameters of a posted form; throws `Refusal` for another content type, a broken encoding, or a parameter
  /// sent twice.
  mutating func form() throws -> Parameters {
    // A body of another type is not a form, and not worth a complaint about its encoding.
    let form = try read(isForm ? request.body : [])
    guard isForm else {
      throw Refusal(
        .wrongContentType, error: context.behaviour.wrongContentType.code,
        hint: "Content-Type is \(request.headers["Content-Type"] ?? "missing"); "
          + "send application/x-www-form-urlencoded"
          + (request.mediaType == "application/json" ? ", not JSON." : "."))
    }
    return try Parameters(form.pairs.map { ($0.name, $0.value) })
  }

  /// Takes down what was sent, as far as it can be read, and a remark, for the journal.
  mutating func note(_ remark: String) {
    let bytes = request.method == "POST" ? request.body : Array(request.query.utf8)
    pairs = Form.legible(bytes)
    context.notes.clientID = pairs.first { $0.name == "client_id" }?.value
    context.notes.grantType = pairs.first { $0.name == "grant_type" }?.value
    context.notes.remarks.append(remark)
  }

  /// Takes the grant type down before its time, where a limit on addresses asks for one.
  func noteGrantType() {
    guard context.limits.contains(where: { $0.per == .address && $0.grantType != nil }), isForm else {
      return
    }
    context.notes.grantType = Form.legible(request.body).first { $0.name == "grant_type" }?.value
  }

  /// The parameters of the query, in the order sent; throws `Refusal` for a broken encoding.
  mutating func query() throws -> [Form.Pair] {
    // Clients are seen that leave spaces in a query as they are; a form reads them.
    try read(Array(request.query.utf8)).pairs
  }

  /// Whether the body is a form. An empty request says no type, and is an empty one.
  private var isForm: Bool {
    request.mediaType == "application/x-www-form-urlencoded"
      || (request.body.isEmpty && request.headers["Content-Type"] == nil)
  }

  private mutating func read(_ bytes: [UInt8]) throws(Refusal) -> Form {
    do {
      let form = try Form(bytes)
      pairs = form.pairs
      return form
    } catch {
      pairs = Form.legible(bytes)
      throw switch error {
      case .tooMany(let limit):
        Refusal(.tooManyParameters, hint: "More than \(limit) parameters were sent.")
      case .brokenPercentEncoding(let name):
        Refusal(.malformedForm, hint: "\(name) is not percent-encoded: a % needs two hexadecimal digits.")
      case .notUTF8(let name): Refusal(.malformedForm, hint: "\(name) is not UTF-8 after percent-decoding.")
      }
    }
  }
}
