extension ContractReader {
  static let requestMembers = [
    "method", "base", "path", "pathParameters", "query", "otherQuery", "headers", "otherHeaders", "timeout", "body",
  ]
  /// The members of a request that are laid over name by name; all others are replaced whole.
  static let requestMaps = ["pathParameters", "query", "headers"]

  // MARK: Layers

  /// Reads one request by itself, whatever it is laid over or is laid over it; nil where it is no object.
  @discardableResult
  func checkLayer(_ json: JSON, isOverlay: Bool) -> RequestLayer? {
    if isReference(json) { return nil }
    guard let reader = ObjectReader(json, as: "a request", allowed: nil, called: "\"request\"", diagnostics) else {
      return nil
    }
    reader.checkNames(Self.requestMembers)
    return layer(reader, isOverlay: isOverlay)
  }

  /// The contract's own request, as scenarios send it that have none themselves: read once for all of them.
  func commonRequest(of scenario: ObjectReader) -> Box<RequestShape>? {
    if let request = known.wholeRequest { return request }
    guard let base = root.value("request") else { return request([], of: scenario).map(Box.init) }
    let request = request([base], read: known.request, of: scenario).map(Box.init)
    known.wholeRequest = .some(request)
    return request
  }

  /// The request that some layers come to, each laid over those before it; nil where they come to none.
  ///
  /// - Parameter read: The same as one layer, where that was read already.
  func request(_ layers: [JSON], read: RequestLayer? = nil, of scenario: ObjectReader) -> RequestShape? {
    let objects = layers.compactMap { layer in
      layer.object.map { ObjectReader($0, at: layer.range ?? root.range, as: "a request", diagnostics) }
    }
    guard var merged = objects.first else {
      // A request that is no object was noted as such.
      if layers.isEmpty {
        scenario.note(
          .broken(.noRequest(scenario: scenario.value("name")?.string ?? "")), at: scenario.place("name"))
      }
      return nil
    }
    if known.mayRefer, objects.contains(where: { $0.value("$ref") != nil }) { return nil }
    for layer in objects.dropFirst() { merged = lay(layer, over: merged) }
    return whole(read ?? layer(merged, isOverlay: false), in: merged)
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

  /// What one request says, be it whole or not.
  ///
  /// - Parameter isOverlay: Whether null takes names away.
  private func layer(_ reader: ObjectReader, isOverlay: Bool) -> RequestLayer {
    let method = self.method(reader)
    let base = reader.string("base").flatMap { checkAddress($0) }
    let path = self.path(reader)
    let parameters = map("pathParameters", of: reader, isOverlay: isOverlay)
    let query = map("query", of: reader, isOverlay: isOverlay)
    let otherQuery = reader.name("otherQuery", of: RequestShape.Others.names, what: "rule for others")
    let headers = map("headers", of: reader, isOverlay: isOverlay)
    let otherHeaders = reader.name("otherHeaders", of: RequestShape.Others.names, what: "rule for others")
    let timeout = reader.value("timeout").map { pattern($0, in: .seconds, called: "\"timeout\"") }
    let body = reader.value("body").flatMap { requestBody($0) }
    return RequestLayer(
      method: method, base: base, path: path, pathParameters: parameters, query: query,
      otherQuery: otherQuery.flatMap { RequestShape.Others(rawValue: $0.value) }, headers: headers,
      otherHeaders: otherHeaders.flatMap { RequestShape.Others(rawValue: $0.value) }, timeout: timeout, body: body)
  }

  /// The request that all layers together come to; nil, and noted, where that is none.
  private func whole(_ layer: RequestLayer, in reader: ObjectReader) -> RequestShape? {
    for name in ["method", "path"] { _ = reader.value(name, required: true) }
    if let path = layer.path { check(path, has: layer.pathParameters) }
    guard let method = layer.method, let path = layer.path else { return nil }
    return RequestShape(
      method: method, base: layer.base, path: path.text, pathParameters: layer.pathParameters, query: layer.query,
      otherQuery: layer.otherQuery ?? .forbidden, headers: layer.headers,
      otherHeaders: layer.otherHeaders ?? .allowed, timeout: layer.timeout, body: layer.body, range: reader.range)
  }

  private func method(_ reader: ObjectReader) -> Located<String>? {
    guard let method = reader.string("method") else { return nil }
    if !HTTPText.isToken(method.value) {
      reader.note(.broken(.badMethod(method.value)), at: method.range)
    } else if !HTTPText.methods.contains(method.value),
      HTTPText.methods.contains(method.value.uppercased())
    {
      reader.diagnostics.warn(.methodCase(method.value), at: method.range)
    }
    return method
  }

  private func path(_ reader: ObjectReader) -> RequestLayer.Path? {
    guard let path = reader.string("path", mayBeEmpty: true) else { return nil }
    if path.value.isEmpty { return RequestLayer.Path(text: Located("/", at: path.range), names: []) }
    let (names, fault) = Self.names(inPath: path.value)
    if path.value.utf8.contains(UInt8(ascii: "?")), path.value.contains("?") {
      reader.note(.broken(.pathHasQuery), at: path.range)
    } else if !path.value.hasPrefix("/") {
      reader.note(.broken(.pathStart(path.value)), at: path.range)
    } else if let fault {
      reader.note(.broken(fault), at: path.range)
    }
    return RequestLayer.Path(text: path, names: names)
  }

  /// A map by name, such as `query` or `headers`: never a matcher itself.
  func map(_ name: String, of reader: ObjectReader, isOverlay: Bool) -> [RequestShape.Named] {
    guard let map = reader.reader(name, as: "\"\(name)\"", allowed: nil) else { return [] }
    let members = map.object.members
    var named: [RequestShape.Named] = []
    named.reserveCapacity(members.count)
    var headers = HeaderNames(count: name == "headers" ? members.count : 0)
    for member in members {
      let range = member.nameRange ?? map.range
      if name == "headers" {
        if !HTTPText.isToken(member.name) { map.note(.broken(.headerName(member.name)), at: range) }
        if let first = headers[member.name], first.name != member.name {
          map.note(.broken(.sameHeader(member.name, first: first.range)), at: range)
        }
      }
      if member.name.utf8.first == UInt8(ascii: "$") {
        if member.name == "$ref" {
          // As a name it would be looked for in the request, and what it was to bring would silently be missing.
          map.note(.broken(.referenceNotHere), at: range)
          continue
        }
        if Self.matchers.contains(member.name), !Self.namesLikeMatchers.contains(member.name) {
          map.note(.broken(.matcherAsName(member.name, map: name)), at: range)
          continue
        }
      }
      if member.value.isNull, Self.requestMaps.contains(name) {
        if !isOverlay { map.note(.broken(.nullOutsideOverlay(map: name)), at: member.value.range) }
        continue
      }
      named.append(RequestShape.Named(name: member.name, range: range, patterns: values(member, map: name)))
      if name == "headers" { headers.add(member.name, at: range) }
    }
    return named
  }

  /// What is a matcher elsewhere, and a name of query items in OData.
  static let namesLikeMatchers = ["$format"]

  /// One pattern, or a list with one for each repetition; a path parameter is there once.
  private func values(_ member: JSONObject.Member, map: String) -> [Pattern] {
    let place: PatternPlace = map == "headers" ? .header : .query
    let what: ValueName =
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
