import ContractCore

extension OpenAPIConformance.OperationCheck {
  /// The query items that log in.
  var securityNames: Set<String> {
    let schemes = (files.securitySchemes?.members ?? []).map(\.value.json)
    return Set(schemes.filter { $0["in"] == "query" }.compactMap { $0["name"]?.string })
  }

  func checkSecurity(_ request: RequestShape) {
    let ways = (operation.value["security"] ?? files.main.root["security"])?.elements ?? []
    let lacks = ways.compactMap { way in
      way.members.lazy.compactMap { missing($0.name, request, isChoice: ways.count > 1) }.first
    }
    guard let first = lacks.first, lacks.count == ways.count else { return }
    note("\(operation.title) requires \(first), because of its security", at: request.range)
  }

  /// Returns what a request lacks for a scheme; nil if it lacks nothing, or if a contract cannot say that.
  ///
  /// - Parameter isChoice: Whether there are other ways to log in. A contract cannot require one of them, so what may be
  ///   missing counts.
  private func missing(_ name: String, _ request: RequestShape, isChoice: Bool) -> String? {
    guard let scheme = files.securitySchemes?[name].flatMap(files.resolved)?.json else { return nil }
    let isThere: (RequestShape.Named) -> Bool = { isChoice ? !$0.isAbsent : $0.isCertain }
    switch (scheme["type"]?.string, scheme["in"]?.string, scheme["name"]?.string) {
    case ("http", _, _): return authorization(scheme["scheme"]?.string ?? "", request, isThere)
    case ("oauth2", _, _), ("openIdConnect", _, _): return authorization("bearer", request, isThere)
    case ("apiKey", "header", let name?):
      return request.headers.contains { $0.name.isSameName(name) && isThere($0) } ? nil : "the header \(name)"
    case ("apiKey", "query", let name?) where request.otherQuery != .allowed:
      return request.query.contains { $0.name == name && isThere($0) } ? nil : "the query item \"\(name)\""
    default: return nil
    }
  }

  private func authorization(
    _ scheme: String, _ request: RequestShape, _ isThere: (RequestShape.Named) -> Bool
  ) -> String? {
    let header = request.headers.first { $0.name.isSameName("Authorization") && isThere($0) }
    guard let header else { return "the header Authorization" }
    let text: String? =
      switch header.patterns[0].kind {
      case .literal(let json): json.asText
      case .regex(let regex): (try? ECMAExpression(regex.text, .contract))?.beginning
      default: nil
      }
    let word = text?.prefix { $0.isLetter }.lowercased() ?? ""
    let isOther = word != scheme.lowercased() && ["basic", "bearer", "digest"].contains(word)
    return isOther ? "a header Authorization with \(scheme)" : nil
  }
}
