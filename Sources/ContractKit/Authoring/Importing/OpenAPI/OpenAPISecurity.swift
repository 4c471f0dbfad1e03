import ContractCore

/// The security schemes of a document, and what they add to a request.
struct OpenAPISecurity {
  let files: OpenAPIFiles

  /// What a scheme requires: a text with some form, under a name.
  private struct Credential {
    /// The name of the scheme.
    var scheme: String
    /// Where it is: in a header, the query or a cookie.
    var location: String
    var name: String
    var expression: String
    /// What stands before a key that the client is created with; nil if the client makes the credential, or gets it from
    /// the server, so that the input cannot have it.
    var prefix: String?

    /// What is the same for two credentials of which a request can only have one.
    var place: String { "\(location) \(location == "header" ? name.lowercased() : name)" }
  }

  /// Adds to a request what its security requires, and to the driver's input the key of a client that has one. What only
  /// some of the alternatives require may be missing.
  ///
  /// - Parameter requirements: The list of alternatives, of which an empty one needs no login.
  func addCredentials(
    _ requirements: ImportValue, to request: inout ImportedRequest, input: inout [(String, JSON)]
  ) {
    let ways = requirements.elements.map(credentials)
    let required = ways.first.map { ways.dropFirst().reduce(Set($0.map(\.place))) { $0.intersection($1.map(\.place)) } }
    for (place, credentials) in ways.joined().grouped(by: \.place) {
      add(credentials, isRequired: required?.contains(place) == true, to: &request, input: &input)
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
      return credential(scheme, called: name, at: scopes)
    }
  }

  private func credential(_ scheme: ImportValue, called own: String, at location: ImportValue) -> Credential? {
    scheme.leaveOut(
      "description", "bearerFormat", "flows", "openIdConnectUrl", "deprecated", "oauth2MetadataUrl", prefix: "x-")
    switch scheme["type"]?.string {
    case "http":
      let name = scheme["scheme"]?.string ?? "bearer"
      // Schemes are compared without case (RFC 9110, section 11.1), and nearly all servers write them so.
      let known = ["basic": "Basic", "bearer": "Bearer", "digest": "Digest"]
      let written = known[name.lowercased()] ?? name
      // A JSON Web Token comes from a login.
      let isKey = written == "Bearer" && scheme.json["bearerFormat"]?.string?.uppercased() != "JWT"
      return Credential(
        scheme: own, location: "header", name: "Authorization", expression: "^\(written.expression) .+",
        prefix: isKey ? "Bearer " : nil)
    case "oauth2", "openIdConnect":
      return Credential(scheme: own, location: "header", name: "Authorization", expression: "^Bearer .+")
    case "apiKey":
      guard let name = scheme["name"]?.string, let place = scheme["in"]?.string else { return nil }
      if ["header", "query", "cookie"].contains(place) {
        // A cookie is mostly set by a login. What is sent as Authorization mostly begins with a word that no document
        // has, such as `Token`.
        let isSentAsIs = place != "cookie" && !name.isSameName("Authorization")
        return Credential(
          scheme: own, location: place, name: name, expression: Secrets.anyText, prefix: isSentAsIs ? "" : nil)
      }
      location.document.note("unknown location of a key", at: scheme.pointer)
    case "mutualTLS":
      location.document.note("a contract cannot require a client certificate", at: scheme.pointer)
    default: location.document.note("unknown type of security", at: scheme.pointer)
    }
    return nil
  }

  /// Adds credentials of which a request has one, because they have one place.
  private func add(
    _ credentials: [Credential], isRequired: Bool, to request: inout ImportedRequest, input: inout [(String, JSON)]
  ) {
    let (name, location) = (credentials[0].name, credentials[0].location)
    let patterns = credentials.map(\.expression).uniqued().map { JSON.object([("$regex", .string($0))]) }
    let pattern: JSON = patterns.count == 1 ? patterns[0] : ["$anyOf": .array(patterns)]
    let scheme = credentials[0].scheme
    let isOnlyOne = credentials.allSatisfy { $0.scheme == scheme }
    func add(to map: inout [(String, JSON)], _ isSame: (String) -> Bool) {
      // If a parameter describes it too, its value is in the input, and the request must have that one.
      if let index = map.firstIndex(where: { isSame($0.0) }) {
        if isRequired { map[index].1 = map[index].1.withoutOptional }
      } else if isRequired, isOnlyOne, let prefix = credentials[0].prefix {
        // A pattern would accept any key, also that of another client.
        let key = Self.key(of: scheme)
        map.append((name, .string(prefix + key)))
        input.append((input.contains { $0.0 == scheme } ? "security \(scheme)" : scheme, .string(key)))
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

  /// Returns a key for a scheme. It has the scheme's name, so that a client that confuses two keys is noticed.
  private static func key(of scheme: String) -> String {
    String(scheme.map { $0.isASCII && ($0.isLetter || $0.isNumber) || $0 == "_" ? $0 : "-" }) + "-1234567890"
  }
}
