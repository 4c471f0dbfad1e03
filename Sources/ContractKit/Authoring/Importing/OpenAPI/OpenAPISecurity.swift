import ContractCore

/// The security schemes of a document, and what they add to a request.
struct OpenAPISecurity {
  let schemes: ImportValue?
  let files: OpenAPIFiles

  /// Adds to a request what the first alternative of its security requires.
  ///
  /// - Parameter requirements: The list of alternatives.
  func addCredentials(_ requirements: ImportValue, to request: inout ImportedRequest) {
    let alternatives = requirements.elements
    for other in alternatives.dropFirst() {
      other.lose("not imported, because another way to log in is first", level: .information)
    }
    guard let first = alternatives.first else { return }
    for (name, scopes) in first.members {
      // The scopes of a token are not visible in a request.
      scopes.consume()
      guard let scheme = schemes?[name].flatMap(files.resolved) else {
        scopes.note("the security scheme \"\(name)\" is not described")
        continue
      }
      addScheme(scheme, at: scopes, to: &request)
    }
  }

  private func addScheme(_ scheme: ImportValue, at location: ImportValue, to request: inout ImportedRequest) {
    scheme.leaveOut(
      "description", "bearerFormat", "flows", "openIdConnectUrl", "deprecated", "oauth2MetadataUrl", prefix: "x-")
    switch scheme["type"]?.string {
    case "http":
      let name = scheme["scheme"]?.string ?? "bearer"
      // Schemes are compared without case (RFC 9110, section 11.1), and nearly all servers write them so.
      let known = ["basic": "Basic", "bearer": "Bearer", "digest": "Digest"]
      set("Authorization", "^\((known[name.lowercased()] ?? name).expression) .+", &request.headers)
    case "oauth2", "openIdConnect": set("Authorization", "^Bearer .+", &request.headers)
    case "apiKey":
      guard let name = scheme["name"]?.string else { break }
      switch scheme["in"]?.string {
      case "header": require(name, &request.headers) { $0.isSameName(name) }
      case "query": require(name, &request.query) { $0 == name }
      case "cookie": request.headers = cookies(of: request.headers) { require(name, &$0) { $0 == name } }
      default: location.document.note("unknown location of a key", at: scheme.pointer)
      }
    case "mutualTLS":
      location.document.note("a contract cannot require a client certificate", at: scheme.pointer)
    default: location.document.note("unknown type of security", at: scheme.pointer)
    }
  }

  /// Adds a key. If a parameter describes it too, its value is in the input, and the request must have that one.
  private func require(_ name: String, _ map: inout [(String, JSON)], _ isSame: (String) -> Bool) {
    guard let index = map.firstIndex(where: { isSame($0.0) }) else { return set(name, Secrets.anyText, &map) }
    map[index].1 = map[index].1.withoutOptional
  }

  /// Returns headers with a change of the cookies in the header Cookie.
  private func cookies(
    of headers: [(String, JSON)], _ change: (inout [(String, JSON)]) -> Void
  ) -> [(String, JSON)] {
    var cookies = headers.first { $0.0 == "Cookie" }?.1.members.map { ($0.name, $0.value) } ?? []
    change(&cookies)
    return headers.filter { !$0.0.isSameName("Cookie") } + [("Cookie", .object(cookies))]
  }

  private func set(_ name: String, _ expression: String, _ map: inout [(String, JSON)]) {
    map.removeAll { $0.0 == name }
    map.append((name, ["$regex": .string(expression)]))
  }
}
