extension ContractReader {
  package static let requestMembers = [
    "method", "base", "path", "pathParameters", "query", "otherQuery", "headers", "otherHeaders", "timeout", "body",
  ]
  /// The members of a request that are merged name by name. All others are replaced as a whole.
  package static let requestMaps = ["pathParameters", "query", "headers"]

  // MARK: Layers

  /// Reads one request by itself, whatever it is merged with; nil if it is not an object.
  @discardableResult
  func checkLayer(_ json: JSON, isOverlay: Bool) -> RequestLayer? {
    if isReference(json) { return RequestLayer(range: json.range ?? root.range, isReference: true) }
    guard let reader = ObjectReader(json, as: "a request", allowed: nil, called: "\"request\"", diagnostics) else {
      return nil
    }
    reader.checkNames(Self.requestMembers)
    return layer(reader, isOverlay: isOverlay)
  }

  /// Returns the contract's own request, for scenarios without a request of their own. It is made once for all of them.
  func commonRequest() -> RequestLayer.Part<RequestShape> {
    if let request = known.wholeRequest { return request }
    let request = root.value("request") == nil ? .absent : request([known.request])
    known.wholeRequest = request
    return request
  }

  /// Returns the request that some layers make, each merged over the previous ones. It is wrong if they make none.
  ///
  /// - Parameter layers: The layers. nil stands for a request that is not an object, which was noted; it is skipped.
  func request(_ layers: [RequestLayer?]) -> RequestLayer.Part<RequestShape> {
    if layers.contains(where: { $0?.isReference == true }) { return .wrong }
    var merged: RequestLayer?
    for case let layer? in layers {
      if let below = merged { merged = lay(layer, over: below) } else { merged = layer }
    }
    return RequestLayer.Part(merged.flatMap(whole))
  }

  /// Returns a request as it is written, merged over another one.
  func lay(_ layer: JSON.Object, over base: JSON.Object) -> JSON.Object {
    var members = base.members
    for var member in layer.members {
      let index = members.firstIndex { $0.name == member.name }
      if Self.requestMaps.contains(member.name), let names = member.value.object {
        let below = index.flatMap { members[$0].value.object } ?? JSON.Object()
        let map = lay(names.members, over: below.members, map: member.name) { $0 }
        member.value = JSON(.object(JSON.Object(map)), range: member.value.range)
      }
      if let index { members[index] = member } else { members.append(member) }
    }
    return JSON.Object(members)
  }

  /// Returns the names of a map over those of another one, from which null removes names.
  ///
  /// - Parameter member: Returns a name with its value, as the file has it.
  func lay<Name>(_ names: [Name], over below: [Name], map: String, _ member: (Name) -> JSON.Object.Member) -> [Name] {
    func isSame(_ a: String, _ b: String) -> Bool { map == "headers" ? a.isSameName(b) : a.isExactly(b) }
    var all = below
    for name in names {
      let own = member(name)
      let index = all.firstIndex { isSame(member($0).name, own.name) }
      switch (own.value.isNull, index) {
      case (true, let index?): all.remove(at: index)
      case (true, nil): diagnostics.note(.nothingToTake(own.name, map: map), at: own.nameRange ?? root.range)
      case (false, let index?): all[index] = name
      case (false, nil): all.append(name)
      }
    }
    return all
  }

  // MARK: Request shapes

  /// Reads the members of one request, whether they are complete or not.
  ///
  /// - Parameter isOverlay: Whether null removes names.
  private func layer(_ reader: ObjectReader, isOverlay: Bool) -> RequestLayer {
    func part<Value>(_ name: String, _ read: (JSON) -> Value?) -> RequestLayer.Part<Value> {
      guard let json = reader.value(name) else { return .absent }
      return RequestLayer.Part(read(json))
    }
    func others(_ name: String) -> RequestLayer.Part<RequestShape.Others> {
      part(name) { _ in reader.choice(name, what: "value of \"\(name)\"")?.value }
    }
    func map(_ name: String) -> RequestLayer.Part<[RequestLayer.Name]> {
      part(name) { _ in names(name, of: reader, isOverlay: isOverlay) }
    }
    var layer = RequestLayer(range: reader.range)
    layer.method = part("method") { _ in method(reader) }
    layer.base = part("base") { _ in reader.string("base").flatMap { checkAddress($0) } }
    layer.path = part("path") { _ in path(reader) }
    layer.pathParameters = map("pathParameters")
    layer.query = map("query")
    layer.otherQuery = others("otherQuery")
    layer.headers = map("headers")
    layer.otherHeaders = others("otherHeaders")
    layer.timeout = part("timeout") { pattern($0, in: .seconds, called: "\"timeout\"") }
    layer.body = part("body") { requestBody($0) }
    return layer
  }

  /// Returns the request that all layers together make. If they make none, notes why and returns nil.
  private func whole(_ layer: RequestLayer) -> RequestShape? {
    if layer.method.isAbsent { diagnostics.note(.missingMember("method", of: "a request"), at: layer.range) }
    if layer.path.isAbsent { diagnostics.note(.missingMember("path", of: "a request"), at: layer.range) }
    func named(_ names: RequestLayer.Part<[RequestLayer.Name]>) -> [RequestShape.Named] {
      (names.value ?? []).compactMap(\.described)
    }
    let parameters = named(layer.pathParameters)
    if let path = layer.path.value { check(path, has: parameters) }
    guard let method = layer.method.value, let path = layer.path.value else { return nil }
    return RequestShape(
      method: method, base: layer.base.value, path: path.text, pathParameters: parameters, query: named(layer.query),
      otherQuery: layer.otherQuery.value ?? .forbidden, headers: named(layer.headers),
      otherHeaders: layer.otherHeaders.value ?? .allowed, timeout: layer.timeout.value, body: layer.body.value,
      range: layer.range)
  }

  private func method(_ reader: ObjectReader) -> SourceLocated<String>? {
    guard let method = reader.string("method") else { return nil }
    let isKnown = HTTPText.methods.contains(method.value)
    if !HTTPText.isToken(method.value) {
      reader.note(.badMethod(method.value), at: method.range)
    } else if !isKnown, HTTPText.methods.contains(method.value.uppercased()) {
      reader.diagnostics.warn(.methodCase(method.value), at: method.range)
    }
    return method
  }

  private func path(_ reader: ObjectReader) -> RequestLayer.Path? {
    guard let path = reader.string("path", mayBeEmpty: true) else { return nil }
    if path.value.isEmpty { return RequestLayer.Path(text: SourceLocated("/", at: path.range), names: []) }
    let (names, problem) = Self.names(inPath: path.value)
    if path.value.utf8.contains(UInt8(ascii: "?")), path.value.contains("?") {
      reader.note(.pathHasQuery, at: path.range)
    } else if !path.value.hasPrefix("/") {
      reader.note(.pathStart(path.value), at: path.range)
    } else if let problem {
      reader.note(problem, at: path.range)
    }
    return RequestLayer.Path(text: path, names: names)
  }

  /// Reads a map by name, such as `form`, which is never a matcher itself.
  package func map(_ name: String, of reader: ObjectReader) -> [RequestShape.Named] {
    (names(name, of: reader, isOverlay: false) ?? []).compactMap(\.described)
  }

  /// Reads the names of a map, valid or not; nil if the map is not an object.
  private func names(_ map: String, of reader: ObjectReader, isOverlay: Bool) -> [RequestLayer.Name]? {
    guard let object = reader.reader(map, as: "\"\(map)\"", allowed: nil) else { return nil }
    let members = object.object.members
    var headers: [HeaderName: (name: String, range: SourceRange)] = [:]
    return members.map { member in
      let range = member.nameRange ?? object.range
      if map == "headers" {
        if !HTTPText.isToken(member.name) { diagnostics.note(.headerName(member.name), at: range) }
        if let first = headers[HeaderName(member.name)], first.name != member.name {
          diagnostics.note(.sameHeader(member.name, first: first.range), at: range)
        }
      }
      let described = self.described(member, in: map, at: range, isOverlay: isOverlay)
      if described != nil, map == "headers" {
        let key = HeaderName(member.name)
        headers[key] = headers[key] ?? (member.name, range)
      }
      return RequestLayer.Name(member: member, described: described)
    }
  }

  private func described(
    _ member: JSON.Object.Member, in map: String, at range: SourceRange, isOverlay: Bool
  ) -> RequestShape.Named? {
    // If it were accepted as a name, the request would be expected to have an item called `$ref`, and what it refers to
    // would silently be missing.
    if member.name == "$ref" { return diagnostics.mistake(.referenceNotHere, at: range) }
    if member.isMarked, Self.matchers.contains(member.name), !Self.namesLikeMatchers.contains(member.name) {
      return diagnostics.mistake(.matcherAsName(member.name, map: map), at: range)
    }
    if member.value.isNull, Self.requestMaps.contains(map) {
      if !isOverlay { diagnostics.note(.nullOutsideOverlay(map: map), at: member.value.range ?? range) }
      return nil
    }
    if map == "query" || map == "form",
      let named = written(member, at: range, called: map == "query" ? "a query value" : "a form field")
    {
      return named
    }
    return RequestShape.Named(name: member.name, range: range, patterns: values(member, map: map))
  }

  /// Names that are matchers elsewhere, but query items in OData.
  package static let namesLikeMatchers = ["$format"]

  /// Reads one pattern, or a list with one pattern for each repetition. A path parameter cannot be repeated.
  private func values(_ member: JSON.Object.Member, map: String) -> [Pattern] {
    if map == "headers", member.name.isSameName("Cookie"), let cookies = cookies(member.value) { return [cookies] }
    let context: PatternContext = map == "headers" ? .header : .query
    let what: ValueName =
      switch map {
      case "query": "a query value"
      case "form": "a form field"
      case "pathParameters": "a path parameter"
      default: "a header's value"
      }
    guard map != "pathParameters", let list = member.value.array else {
      return [pattern(member.value, in: context, mayBeAbsent: map != "pathParameters", called: what)]
    }
    if list.isEmpty { diagnostics.note(.noValues(member.name), at: member.value.range ?? root.range) }
    return list.map { value in
      (context == .query ? writtenAmongOthers(value, called: what) : nil) ?? pattern(value, in: context, called: what)
    }
  }

  /// Reads the cookies of a header Cookie by name; nil if the value is not an object of names.
  private func cookies(_ json: JSON) -> Pattern? {
    guard let members = json.object?.members, !members.isEmpty, !members.contains(where: \.isMarked) else { return nil }
    let range = json.range ?? root.range
    let cookies = members.map { cookie in
      Pattern.Member(
        name: cookie.name, range: cookie.nameRange ?? range,
        pattern: pattern(cookie.value, in: .header, mayBeAbsent: true, called: "a cookie's value"))
    }
    return Pattern(.object(cookies), at: range)
  }

  // MARK: Names in the path

  /// Returns the names in a path in order, or the problem that makes it invalid. The path must begin with a slash and
  /// have no query.
  static func names(inPath path: String) -> (names: [String]?, problem: ContractProblem?) {
    if path.utf8.allSatisfy(HTTPText.isPlainInPath) { return ([], nil) }
    do throws(PathTemplate.SyntaxError) {
      let template = try PathTemplate(path)
      for text in template.segments.flatMap(\.texts) {
        if let wrong = HTTPText.firstNotInPath(PercentText.text(text.units[...])) {
          return (nil, .pathCharacter(wrong))
        }
      }
      return (template.names, nil)
    } catch {
      return switch error {
      case .brace: (nil, .pathBrace)
      case .adjacent(let first, let second): (nil, .adjacentNames(first, second))
      case .twice(let name): (nil, .sameNameInPath(name))
      }
    }
  }

  /// Notes names in a path that have no description, and descriptions of names that are not in the path.
  func check(_ path: RequestLayer.Path, has parameters: [RequestShape.Named]) {
    // Problems of the path itself were already noted.
    guard let names = path.names, !names.isEmpty || !parameters.isEmpty else { return }
    let (inPath, described) = (Set(names.map(ExactString.init)), Set(parameters.map { ExactString($0.name) }))
    for name in names where !described.contains(ExactString(name)) {
      diagnostics.note(.noPathParameter(name), at: path.text.range)
    }
    for parameter in parameters where !inPath.contains(ExactString(parameter.name)) {
      diagnostics.note(
        .notInPath(parameter.name, path: path.text.value, at: path.text.range, names: names),
        at: parameter.range)
    }
  }
}
