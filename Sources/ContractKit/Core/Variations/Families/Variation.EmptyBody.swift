extension VariationRules {
  /// Whether a contract says what an empty body means. It says that for the variations of all families that have one.
  var describeEmptyBodies: Bool { self[.empty]?.declaredRule?.expectation(for: Variation.EmptyBody.ok) != nil }
}

extension Variation {
  /// The family `empty`: successes without a body.
  package enum EmptyBody: String, ExpectedChange, CaseIterable {
    case noContent = "status 204"
    case ok = "status 200, empty body"

    static let familyName = "empty"
    static let all = allCases.map { Variation($0) }
    static let isUsual = false

    func response(_ own: VariedResponse) throws(Obstacle) -> Response {
      let status = self == .noContent ? 204 : 200
      if own.response.status == status, own.bytes.isEmpty || own.isToHead { throw .nothingToChange }
      let lines = own.withoutBody.lines
      let headers = self == .ok ? lines : lines.filter { !$0.name.isSameName("Content-Type") }
      return Response(
        kind: .valid, range: own.response.range, status: status, headers: Headers(headers), delay: own.response.delay)
    }
  }
}
