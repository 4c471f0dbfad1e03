extension ContractReader {
  static let requestMembers = [
    "method", "base", "path", "pathParameters", "query", "otherQuery", "headers", "otherHeaders", "timeout", "body",
  ]
  /// The members of a request that are laid over name by name; all others are replaced whole.
  static let requestMaps = ["pathParameters", "query", "headers"]

  // MARK: Layers

  /// Notes what is wrong with one request by itself, whatever it is laid over or is laid over it.
  func checkLayer(_ json: JSON, isOverlay: Bool) {
    if isReference(json) { return }
    guard let reader = ObjectReader(json, as: "a request", allowed: nil, called: "\"request\"", diagnostics) else {
      return
    }
    reader.checkNames(Self.requestMembers)
    _ = shape(reader, isWhole: false, isOverlay: isOverlay)
  }

  /// The request that some layers come to, each laid over those before it; nil where they come to none.
  func request(_ layers: [JSON], of scenario: ObjectReader) -> RequestShape? {
    let objects = layers.compactMap { layer in
      layer.object.map { ObjectReader($0, at: layer.range ?? root.range, as: "a request", diagnostics) }
    }
    guard var merged = objects.first else {
      // A request that is no object was noted as such.
      if layers.isEmpty {
        scenario.note(
          .broken(.noRequest(scenario: scenario.object["name"]?.string ?? "")), at: scenario.place("name"))
      }
      return nil
    }
    if objects.contains(where: { $0.object["$ref"] != nil }) { return nil }
    for layer in objects.dropFirst() { merged = lay(layer, over: merged) }
    return shape(merged, isWhole: true, isOverlay: false)
  }

  func lay(_ layer: ObjectReader, over base: ObjectReader) -> ObjectReader {
    var members = base.object.members
    for var member in layer.object.members {
      let index = members.firstIndex { $0.name == member.name }
      if Self.requestMaps.contains(member.name), let names = member.value.object {
        let below = index.flatMap { members[$0].value.object } ?? JSONObject()
        let map = lay(names, over: below, map: member.name)
        member.value = JSON(.object(map), range: member.value.range)
      }
      if let index { members[index] = member } else { members.append(member) }
    }
    return ObjectReader(JSONObject(members), at: layer.range, as: "a request", diagnostics)
  }

  private func lay(_ names: JSONObject, over below: JSONObject, map: String) -> JSONObject {
    func isSame(_ a: String, _ b: String) -> Bool { map == "headers" ? a.isSameName(b) : a.isExactly(b) }
    var members = below.members
    for name in names.members {
      let index = members.firstIndex { isSame($0.name, name.name) }
      switch (name.value.isNull, index) {
      case (true, let index?): members.remove(at: index)
      case (true, nil):
        diagnostics.note(.broken(.nothingToTake(name.name, map: map)), at: name.nameRange ?? root.range)
      case (false, let index?): members[index] = name
      case (false, nil): members.append(name)
      }
    }
    return JSONObject(members)
  }

  // MARK: One shape

  /// - Parameters:
  ///   - isWhole: Whether what a request must have is asked for.
  ///   - isOverlay: Whether null takes names away.
  private func shape(_ reader: ObjectReader, isWhole: Bool, isOverlay: Bool) -> RequestShape? {
    let method = self.method(reader, required: isWhole)
    let base = reader.string("base").flatMap { checkAddress($0) }
    let path = self.path(reader, required: isWhole)
    let parameters = map("pathParameters", of: reader, isOverlay: isOverlay)
    if isWhole, let path { check(path, has: parameters) }
    let query = map("query", of: reader, isOverlay: isOverlay)
    let others = RequestShape.Others.allCases.map(\.rawValue)
    let otherQuery = reader.name("otherQuery", of: others, what: "rule for others")
    let headers = map("headers", of: reader, isOverlay: isOverlay)
    let otherHeaders = reader.name("otherHeaders", of: others, what: "rule for others")
    let timeout = reader.object["timeout"].map { pattern($0, in: .seconds, called: "\"timeout\"") }
    let body = reader.object["body"].flatMap { requestBody($0) }
    guard let method, let path else { return nil }
    return RequestShape(
      method: method, base: base, path: path, pathParameters: parameters, query: query,
      otherQuery: otherQuery.flatMap { RequestShape.Others(rawValue: $0.value) } ?? .forbidden, headers: headers,
      otherHeaders: otherHeaders.flatMap { RequestShape.Others(rawValue: $0.value) } ?? .allowed, timeout: timeout,
      body: body, range: reader.range)
  }

  private func method(_ reader: ObjectReader, required: Bool) -> Located<String>? {
    guard let method = reader.string("method", required: required) else { return nil }
    if !HTTPText.isToken(method.value) {
      reader.note(.broken(.badMethod(method.value)), at: method.range)
    } else if HTTPText.methods.contains(method.value.uppercased()), method.value != method.value.uppercased() {
      reader.diagnostics.warn(.methodCase(method.value), at: method.range)
    }
    return method
  }

  private func path(_ reader: ObjectReader, required: Bool) -> Located<String>? {
    guard let path = reader.string("path", required: required, mayBeEmpty: true) else { return nil }
    if path.value.isEmpty { return Located("/", at: path.range) }
    if path.value.contains("?") {
      reader.note(.broken(.pathHasQuery), at: path.range)
    } else if !path.value.hasPrefix("/") {
      reader.note(.broken(.pathStart(path.value)), at: path.range)
    } else if let fault = Self.fault(inTextOf: path.value) {
      reader.note(.broken(fault), at: path.range)
    }
    return path
  }

  /// A map by name, such as `query` or `headers`: never a matcher itself.
  func map(_ name: String, of reader: ObjectReader, isOverlay: Bool) -> [RequestShape.Named] {
    guard let map = reader.reader(name, as: "\"\(name)\"", allowed: nil) else { return [] }
    var named: [RequestShape.Named] = []
    var headers: [String: RequestShape.Named] = [:]
    for member in map.object.members {
      let range = member.nameRange ?? map.range
      if name == "headers" {
        if !HTTPText.isToken(member.name) { map.note(.broken(.headerName(member.name)), at: range) }
        if let first = headers[member.name.lowercased()], first.name != member.name {
          map.note(.broken(.sameHeader(member.name, first: first.range)), at: range)
        }
      }
      if member.name == "$ref" {
        // As a name it would be looked for in the request, and what it was to bring would silently be missing.
        map.note(.broken(.referenceNotHere), at: range)
        continue
      }
      if Self.matchers.contains(member.name), !Self.namesLikeMatchers.contains(member.name) {
        map.note(.broken(.matcherAsName(member.name, map: name)), at: range)
        continue
      }
      if member.value.isNull, Self.requestMaps.contains(name) {
        if !isOverlay { map.note(.broken(.nullOutsideOverlay(map: name)), at: member.value.range) }
        continue
      }
      let one = RequestShape.Named(name: member.name, range: range, patterns: values(member, map: name))
      named.append(one)
      if name == "headers" { headers[one.name.lowercased()] = headers[one.name.lowercased()] ?? one }
    }
    return named
  }

  /// What is a matcher elsewhere, and a name of query items in OData.
  static let namesLikeMatchers = ["$format"]

  /// One pattern, or a list with one for each repetition; a path parameter is there once.
  private func values(_ member: JSONObject.Member, map: String) -> [Pattern] {
    let place: PatternPlace = map == "headers" ? .header : .query
    let what =
      switch map {
      case "query": "a query value"
      case "form": "a form field"
      case "pathParameters": "a path parameter"
      default: "a header's value"
      }
    guard map != "pathParameters", let list = member.value.array else {
      return [pattern(member.value, in: place, mayBeAbsent: map != "pathParameters", called: what)]
    }
    if list.isEmpty { diagnostics.note(.broken(.noValues(member.name)), at: member.value.range ?? root.range) }
    return list.map { pattern($0, in: place, called: what) }
  }
}
