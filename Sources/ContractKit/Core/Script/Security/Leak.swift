/// A secret that the client sent to one host, and then to another one that an answer named.
package struct Leak: Maskable {
  /// Where the client had the URL from.
  enum Source: Sendable {
    case header(String, response: Int)
    case body(response: Int)
    /// The call gave no base URL with this host.
    case unknown
  }

  /// The part of the request that has the secret, and its name: `header X-Api-Key`.
  package var part: String
  /// How many bytes the secret has. The secret itself is never shown.
  var length: Int
  /// The places of the texts in the input that the secret has.
  var inputs: [String] = []
  /// Whether the contract does not describe the request yet. `learn` does not write such a request: it would be right
  /// from then on.
  package var isUndescribed = false
  /// The number of the request, from 1, and the host that it went to.
  var request: Int
  var host: String
  /// The first request that sent the secret, and the host that it went to.
  var firstRequest: Int
  var firstHost: String
  var source: Source
  /// Whether the other host is one of a variation, so that no exchange can describe the secret.
  package var isForNobody = false
  /// The place of the exchange that answered, or of the scenario.
  var range: SourceRange

  package static var secretParts: [SecretPart<Self>] { [.init(\.part), .init(\.host)] }

  var summary: String {
    "request \(request): \(Excerpt.beginning(of: part)) was sent to another host, \(Excerpt.beginning(of: host))"
  }

  func add(to lines: inout LabeledLines) {
    let place = inputs.isEmpty ? "" : " of input \(English.listed(inputs.map { Excerpt.beginning(of: $0) }))"
    lines.add("secret", "\(English.counted(length, "byte"))\(place), as in request \(firstRequest) to \(firstHost)")
    switch source {
    case .header(let name, let response):
      lines.add("learned", "the URL is in the header \(name) of response \(response)")
    case .body(let response): lines.add("learned", "the URL is in the body of response \(response)")
    case .unknown: lines.add("learned", "the contract has no base URL with this host")
    }
    lines.add(
      "next",
      "let the client send it only to \(firstHost), also when it follows links and redirects"
        + (isForNobody
          ? ""
          : isUndescribed
            ? "; if the other host needs it, write the request of this exchange by hand"
            : "; if the other host needs it, describe it in the request of this exchange"))
  }
}
