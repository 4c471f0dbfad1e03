/// The family `corruptBody`: the ways in which a body is broken that is neither JSON nor a stream.
enum BodyCorruption: String, ExpectedChange, CaseIterable {
  case cutInHalf = "cut in half"
  case empty = "empty body"
  case html = "HTML"

  static let familyName = "corruptBody"
  static let all = allCases.map { Variation($0) }
  /// Nothing shows a client of plain text or of bytes that its body is a part of another one.
  static let isUsual = false

  var traits: Variation.Traits { Variation.Traits(breaksBody: true, mayHaveActed: true) }

  func isExcepted(by rules: VariationRules) -> Bool { self == .empty && rules.describeEmptyBodies }

  static func applies(to response: Response) -> Bool { response.streamFormat == nil }

  func response(_ own: VariedResponse) throws(Variation.Obstacle) -> Response {
    if own.json != nil { throw .isJSON }
    let status = own.response.status ?? 200
    let half = Array(own.bytes.prefix(own.bytes.count / 2))
    if own.bytes.isEmpty || self == .cutInHalf && half.isEmpty { throw .nothingToChange }
    switch self {
    case .cutInHalf: return own.made(.valid, status, half)
    case .html:
      if MediaType.name(of: own.response.headers["Content-Type"]) == "text/html" { throw .nothingToChange }
      return own.made(.valid, status, VariedResponse.page, type: VariedResponse.typeOfPage)
    case .empty: return own.made(.valid, status, [])
    }
  }
}
