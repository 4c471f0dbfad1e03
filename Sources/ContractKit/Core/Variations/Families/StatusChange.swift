/// The family `statusError`: an error status with some body.
struct StatusChange: ExpectedChange {
  static let familyName = "statusError"
  static let all =
    Variation.statuses.flatMap { status in
      // A response with status 304 has no body (RFC 9110, section 15.4.5). An error begins at 400.
      (status == 304 ? [.none] : Variation.StatusBody.allCases).filter { status >= 400 || $0 != .error }
        .map { Variation.status(status, $0) }
    } + [.status(200, .error)]
  static let stepFaults = Variation.statuses.map { Variation.status($0, .none) }

  let code: Int
  let body: Variation.StatusBody

  var name: String { "status \(code)\(body == .none ? "" : ", \(body.rawValue)")" }
  var exceptionNames: [String] {
    code == 200 ? [name] : [name, String(code)] + (body == .error ? [body.rawValue] : [])
  }
  var traits: Variation.Traits {
    Variation.Traits(
      isOptional: code == 300 && body == .valid || code == 200, kind: code == 200 ? .valid : nil, status: code,
      describesError: body == .error, mayHaveActed: [500, 502].contains(code),
      showsRules: body == .none && [429, 500, 502, 503].contains(code))
  }

  func response(_ own: VariedResponse) throws(Variation.Obstacle) -> Response {
    switch body {
    case .none: return own.made(.statusError, code, [])
    case .valid:
      if own.bytes.isEmpty { throw .nothingToChange }
      return own.made(.statusError, code, own.bytes)
    case .html:
      if own.isToHead { throw .nothingToChange }
      return own.made(.statusError, code, VariedResponse.page, type: VariedResponse.typeOfPage)
    case .error:
      guard let error = own.error, !own.isToHead else { throw .nothingToChange }
      return own.made(
        code == 200 ? .valid : .statusError, code, error.body?.bytes ?? [], type: error.headers["Content-Type"])
    }
  }

  /// An error status gives the client nothing that it needs: no header of the response, and an object without members,
  /// because servers describe errors in JSON.
  func stepResponse(_ own: VariedResponse) throws(Variation.Obstacle) -> Response {
    let hasBody = code != 304 && !own.isToHead && own.json != nil
    return Response(
      kind: .statusError, range: own.response.range, status: code,
      headers: Headers(hasBody ? [Headers.Line("Content-Type", "application/json")] : []),
      body: hasBody ? Response.Body(pieces: [own.piece(Array("{}".utf8))]) : nil, delay: own.response.delay)
  }
}

extension Variation {
  /// The statuses that a variation can have (RFC 9110, section 15; 429 is from RFC 6585).
  package static let statuses = [300, 304, 400, 401, 403, 404, 409, 422, 429, 500, 502, 503]

  package enum StatusBody: String, Sendable, CaseIterable {
    case none = ""
    case valid = "valid body"
    case html = "HTML"
    /// That of an error which the contract describes in another scenario.
    case error = "error body"
  }

  package static func status(_ status: Int, _ body: StatusBody) -> Variation {
    Variation(StatusChange(code: status, body: body))
  }
}

extension [Scenario] {
  /// The first error with a body that one of them describes, and after which the client fails; nil if there is none.
  var error: Response? {
    lazy.filter(\.expectsFailure).compactMap(\.exchanges.last?.response).first { response in
      response.kind == .statusError && response.body?.bytes.isEmpty == false
    }
  }
}
