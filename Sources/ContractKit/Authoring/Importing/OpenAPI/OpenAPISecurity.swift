import ContractCore

/// The security schemes of a document, and what they add to a request.
struct OpenAPISecurity {
  let files: OpenAPIFiles

  /// What a scheme requires: a text with some form, under a name.
  private struct Credential {
    /// Where it is: in a header, the query or a cookie.
    var location: String
    var name: String
    var expression: String

    /// What is the same for two credentials of which a request can only have one.
    var place: String { "\(location) \(location == "header" ? name.lowercased() : name)" }
  }

  /// Adds to a request what its security requires. What only some of the alternatives require may be missing.
  ///
  /// - Parameter requirements: The list of alternatives, of which an empty one needs no login.
  func addCredentials(_ requirements: ImportValue, to request: inout ImportedRequest) {
    let ways = requirements.elements.map(credentials)
    let required = ways.first.map { ways.dropFirst().reduce(Set($0.map(\.place))) { $0.intersection($1.map(\.place)) } }
    for (place, credentials) in ways.joined().grouped(by: \.place) {
      add(credentials, isRequired: required?.contains(place) == true, to: &request)
    }
    if !ways.isEmpty, !ways.contains(where: { $0.allSatisfy { required?.contains($0.place) == true } }) {
      requirements.note(
        "one of \(ways.count) ways to log in is required, which a contract cannot have; each may be missing")
    }
  }

  private func credentials(_ way: ImportValue) -> [Credential] {
    way.members.compactMap { name, scopes in
      // The scopes of a token are not visible in a request.
      scopes.consume()
      guard let scheme = files.securitySchemes?[name].flatMap(files.resolved) else {
        scopes.note("the security scheme \"\(name)\" is not described")
        return nil
      }
      return credential(scheme, at: scopes)
    }
  }

  private func credential(_ scheme: ImportValue, at location: ImportValue) -> Credential? {
    scheme.leaveOut(
      "description", "bearerFormat", "flows", "openIdConnectUrl", "deprecated", "oauth2MetadataUrl", prefix: "x-")
    switch scheme["type"]?.string {
    case "http":
      let name = scheme["scheme"]?.string ?? "bearer"
      // Schemes are compared without case (RFC 9110, section 11.1), and nearly all servers write them so.
      let known = ["basic": "Basic", "bearer": "Bearer", "digest": "Digest"]
      let expression = "^\((known[name.lowercased()] ?? name).expression) .+"
      return Credential(location: "header", name: "Authorization", expression: expression)
    case "oauth2", "openIdConnect":
      return Credential(location: "header", name: "Authorization", expression: "^Bearer .+")
    case "apiKey":
      guard let name = scheme["name"]?.string, let place = scheme["in"]?.string else { return nil }
      if ["header", "query", "cookie"].contains(place) {
        return Credential(location: place, name: name, expression: Secrets.anyText)
      }
      location.document.note("unknown location of a key", at: scheme.pointer)
    case "mutualTLS":
      location.document.note("a contract cannot require a client certificate", at: scheme.pointer)
    default: location.document.note("unknown type of security", at: scheme.pointer)
    }
    return nil
  }

  /// Adds credentials of which a request has one, because they have one place.
  private func add(_ credentials: [Credential], isRequired: Bool, to request: inout ImportedRequest) {
    let (name, location) = (credentials[0].name, credentials[0].location)
    let patterns = credentials.map(\.expression).uniqued().map { JSON.object([("$regex", .string($0))]) }
    let pattern: JSON = patterns.count == 1 ? patterns[0] : ["$anyOf": .array(patterns)]
    func add(to map: inout [(String, JSON)], _ isSame: (String) -> Bool) {
      // If a parameter describes it too, its value is in the input, and the request must have that one.
      if let index = map.firstIndex(where: { isSame($0.0) }) {
        if isRequired { map[index].1 = map[index].1.withoutOptional }
      } else {
        map.append((name, isRequired ? pattern : ["$optional": pattern]))
      }
    }
    switch location {
    case "query": add(to: &request.query) { $0 == name }
    case "cookie":
      var cookies = request.headers.first { $0.0 == "Cookie" }?.1.members.map { ($0.name, $0.value) } ?? []
      add(to: &cookies) { $0 == name }
      request.headers = request.headers.filter { !$0.0.isSameName("Cookie") } + [("Cookie", .object(cookies))]
    default: add(to: &request.headers) { $0.isSameName(name) }
    }
  }
}
