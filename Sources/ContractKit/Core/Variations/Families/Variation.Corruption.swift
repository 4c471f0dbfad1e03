extension Variation {
  /// The family `corruptJSON`: the ways in which the body of a valid response is broken.
  package enum Corruption: String, ExpectedChange, CaseIterable {
    case cutByOneByte = "cut by one byte"
    case cutInHalf = "cut in half"
    case empty = "empty body"
    case html = "HTML"
    case invalidUTF8 = "invalid UTF-8"
    case trailingGarbage = "trailing garbage"

    static let familyName = "corruptJSON"
    static let all = allCases.map { Variation($0) }
    static let stepFaults = all

    var traits: Traits { Traits(isOptional: self == .invalidUTF8, breaksBody: true, mayHaveActed: true) }

    func isExcepted(by rules: VariationRules) -> Bool { self == .empty && rules.describeEmptyBodies }

    func response(_ own: VariedResponse) throws(Obstacle) -> Response {
      let bytes = own.bytes
      guard let json = own.json else { throw .noJSON }
      let shorter = Array(bytes.dropLast(Self.isSpace(bytes.last) ? 2 : 1))
      let half = Array(bytes.prefix(bytes.count / 2))
      // Of a short body, these are the same, or empty. Each broken body is played once.
      if self == .cutByOneByte && shorter.isEmpty || self == .cutInHalf && (half.isEmpty || half == shorter) {
        throw .nothingToChange
      }
      let broken =
        switch self {
        case .cutByOneByte: shorter
        case .cutInHalf: half
        case .empty: [UInt8]()
        case .html: VariedResponse.page
        case .invalidUTF8: json.withInvalidUTF8(in: bytes)
        case .trailingGarbage: bytes + Array("}]garbage".utf8)
        }
      // A client that uses Foundation may read what Foundation reads.
      if JSON.parse(broken) != nil || JSON.LenientReader.taking(broken) == .foundation { throw .stillJSON }
      return own.made(
        .corruptJSON, own.response.status ?? 200, broken, type: self == .html ? VariedResponse.typeOfPage : nil)
    }

    private static func isSpace(_ byte: UInt8?) -> Bool { byte.map { [0x20, 0x09, 0x0A, 0x0D].contains($0) } ?? false }
  }
}
