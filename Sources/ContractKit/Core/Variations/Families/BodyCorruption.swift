/// The family `corruptBody`: the ways in which a body is broken that is neither JSON nor a stream.
enum BodyCorruption: String, ExpectedChange, CaseIterable {
  case html = "HTML in place of the body"
  case half = "half of the body"
  case empty = "no body"

  static let familyName = "corruptBody"
  static let all = allCases.map { Variation($0) }
  /// Nothing shows a client of plain text or of bytes that its body is a part of another one.
  static let isUsual = false

  var traits: Variation.Traits { Variation.Traits(breaksBody: true, mayHaveActed: true) }

  static func applies(to response: Response) -> Bool { response.streamFormat == nil }

  func response(_ own: VariedResponse) throws(Variation.Obstacle) -> Response {
    if own.json != nil { throw .isJSON }
    let status = own.response.status ?? 200
    let half = Array(own.bytes.prefix(own.bytes.count / 2))
    if own.bytes.isEmpty || self == .half && half.isEmpty { throw .nothingToChange }
    switch self {
    case .html: return own.made(.valid, status, VariedResponse.page, type: VariedResponse.typeOfPage)
    case .half: return own.made(.valid, status, half)
    case .empty: return own.made(.valid, status, [])
    }
  }
}
