/// The family `nonHTTP`: nothing that a client could read, or the body of the valid response without HTTP.
struct NonHTTPChange: ExpectedChange {
  static let familyName = "nonHTTP"
  static let all = [Variation.nonHTTP(withBody: false), .nonHTTP(withBody: true)]
  static let stepFaults = all

  let hasBody: Bool

  var name: String { "not HTTP\(hasBody ? ", valid body" : "")" }
  var traits: Variation.Traits { Variation.Traits(breaksBody: true, mayHaveActed: true, mayBeResent: true) }

  func response(_ own: VariedResponse) throws(Variation.Obstacle) -> Response {
    // On a socket, a body that begins like HTTP is HTTP.
    if hasBody, own.bytes.isEmpty || own.bytes.starts(with: Array("HTTP/".utf8)) { throw .nothingToChange }
    return Response(
      kind: .nonHTTP, range: own.response.range, body: hasBody ? Response.Body(pieces: [own.piece(own.bytes)]) : nil)
  }
}
