import ContractCore

extension OpenAPIParameter {
  /// Reads a parameter; nil if it has no name or place.
  init?(_ value: ImportValue) {
    guard let name = value.json["name"]?.string, let location = value.json["in"]?.string else { return nil }
    let style = value.json["style"]?.string ?? OpenAPIParameters.style(in: location)
    self.init(
      value: value, name: name, location: location, style: style,
      explodes: value.json["explode"]?.bool ?? OpenAPIParameters.explodes(style),
      isRequired: value.json["required"]?.bool == true, schema: nil)
    let content = value["content"]?.members.first
    schema = isJSON || location == "querystring" ? content?.value["schema"] : value["schema"]
  }

  /// Whether its text is JSON.
  var isJSON: Bool { value.json["content"]?.members.first?.name.contains("json") == true }

  /// Whether it is an object with the items of a form.
  var isForm: Bool {
    value.json["content"]?.members.first.map { MediaType.name(of: $0.name) == "application/x-www-form-urlencoded" }
      == true
  }

  /// The name in a query or path, or the lowercase name of a header.
  var key: String { "\(location) \(location == "header" ? name.lowercased() : name)" }

  /// What is between the elements of a list that is one text.
  var separator: Character? { Self.separator(style, explodes) }

  /// Whether nothing describes how the style writes a value (3.1.1, section 4.8.12.3): a list as `deepObject`, or with
  /// its own name for each element and a separator.
  func isUndescribed(_ json: JSON) -> Bool {
    switch style {
    case "deepObject": json.isArray
    case "pipeDelimited", "spaceDelimited": explodes && !json.isScalar
    default: false
    }
  }

  /// Returns what is between the elements of a list that is one text; nil if each element has its own text, and if the
  /// style says nothing about lists.
  static func separator(_ style: String, _ explodes: Bool) -> Character? {
    switch style {
    case "form" where explodes, "deepObject": nil
    case "pipeDelimited" where explodes, "spaceDelimited" where explodes: nil
    case "pipeDelimited": "|"
    case "spaceDelimited": " "
    case "label" where explodes: "."
    default: ","
    }
  }
}

extension OpenAPIConformance.OperationCheck {
  /// Returns the parameters of an operation. One of the operation replaces one of its path.
  func parameters() -> [OpenAPIParameter] {
    var parameters: [String: OpenAPIParameter] = [:]
    for list in [operation.item["parameters"], operation.value["parameters"]] {
      for element in list?.elements ?? [] {
        guard let parameter = files.resolved(element).flatMap(OpenAPIParameter.init) else { continue }
        parameters[parameter.key] = parameter
      }
    }
    return parameters.values.sorted { $0.key < $1.key }
  }

  // MARK: The query

  func checkQuery(_ request: RequestShape, _ parameters: [OpenAPIParameter]) {
    let names = Set(parameters.filter { $0.location == "query" }.map(\.name))
    var known = securityNames.union(operation.path.query.map(\.name))
    for parameter in parameters where parameter.location == "query" {
      if let item = request.query.first(where: { $0.name == parameter.name }) {
        known.insert(item.name)
        let item = checked(item, [parameter.schema].compactMap(\.self), parameter.separator)
        check(item.patterns, parameter, at: item.range)
        if parameter.isRequired, !item.isCertain { missing(parameter, at: item.range) }
        continue
      }
      let items = request.query.filter { !names.contains($0.name) && isPart($0.name, of: parameter) && !$0.isAbsent }
      known.formUnion(items.map(\.name))
      if !items.isEmpty {
        checkObject(items, parameter, at: request.range)
      } else if parameter.isRequired, request.otherQuery == .forbidden, !mayBeEmpty(parameter) {
        missing(parameter, at: request.range)
      }
    }
    for parameter in parameters where parameter.location == "querystring" {
      let items = request.query.filter { !known.contains($0.name) && !$0.isAbsent }
      known.formUnion(items.map(\.name))
      if !items.isEmpty, parameter.isForm {
        checkObject(items, parameter, at: request.range)
      } else if items.isEmpty, parameter.isRequired, request.otherQuery == .forbidden {
        missing(parameter, at: request.range)
      }
    }
    for item in request.query where !known.contains(item.name) && !item.isAbsent {
      note("\(operation.title) has no query parameter \"\(item.name)\" in \(files.main.file)", at: item.range)
    }
  }

  /// Returns a value as it is compared with its schemas. Notes a list with another separator than the description says.
  func checked(_ item: RequestShape.Named, _ schemas: [ImportValue], _ described: Character?) -> RequestShape.Named {
    let types = SchemaSample(files, .request).merged(schemas).flatMap(SchemaSample.types)
    // A schema may allow the text of a list as a text.
    let isList = types?.allSatisfy { ["array", "object", "null"].contains($0) } == true
    let separator = described.flatMap { ListSeparator(String($0)) }
    switch item.notation {
    case .list(let own):
      if !isList { return item.joined }
      if own != separator { noteSeparator("\(JSON.string(own.text).text) between its elements", of: item, described) }
    case .decoded where isList && separator != nil && item.patterns.count > 1:
      noteSeparator("a value for each element", of: item, described)
    case .asSent where isList:
      if let separator { return item.split(at: separator) }
    default: break
    }
    return item.decoded
  }

  private func noteSeparator(_ own: String, of item: RequestShape.Named, _ described: Character?) {
    let expected = described.map { "a list with \(JSON.string(String($0)).text) between its elements" }
    note(
      "\"\(item.name)\" of \(operation.title) is a list with \(own)",
      help: "described: \(expected ?? "each element is a value of its own")", at: item.range)
  }

  private func missing(_ parameter: OpenAPIParameter, at range: SourceRange) {
    note("\(operation.title) requires the \(parameter.location) parameter \"\(parameter.name)\"", at: range)
  }

  /// Returns whether an item is a member of an object that the description has as one parameter.
  func isPart(_ name: String, of parameter: OpenAPIParameter) -> Bool {
    if parameter.style == "deepObject" { return name.hasPrefix(parameter.name + "[") }
    guard parameter.style == "form", parameter.explodes else { return false }
    guard let schema = parameter.schema else { return parameter.value.json["example"]?.isObject == true }
    let samples = SchemaSample(files, .request)
    if samples.property(name, of: [schema]) != nil { return true }
    // Any name is allowed if none is described.
    guard let merged = samples.merged(schema), merged.properties.isEmpty, merged.choices.isEmpty else { return false }
    return SchemaSample.types(of: merged)?.contains("object") == true && merged.additional?.json.bool != false
  }

  /// Returns whether a parameter is an object without required members, which may be sent as nothing.
  private func mayBeEmpty(_ parameter: OpenAPIParameter) -> Bool {
    guard parameter.explodes, let merged = parameter.schema.flatMap({ SchemaSample(files, .request).merged($0) }) else {
      return false
    }
    let types = SchemaSample.types(of: merged) ?? []
    return types.contains("object") && merged.required.isEmpty
      || types.contains("array") && (merged["minItems"]?.int ?? 0) == 0
  }

  private func checkObject(_ items: [RequestShape.Named], _ parameter: OpenAPIParameter, at range: SourceRange) {
    guard let schema = parameter.schema else { return }
    var members: [(name: String, patterns: [Pattern])] = []
    var items = items.map(\.decoded)
    if !parameter.isRequired, !items.contains(where: \.isCertain) {
      // Without its members, the parameter itself is missing.
      for index in items.indices { items[index].patterns = items[index].patterns.map(\.whenSent) }
    }
    for item in items {
      guard parameter.style == "deepObject" else {
        members.append((item.name, item.patterns))
        continue
      }
      let inner = item.name.dropFirst(parameter.name.count + 1).dropLast()
      // How nested values are written is not described.
      if inner.contains("]") { return }
      members.append((String(inner), item.patterns))
    }
    let patterns = OpenAPIText.readings(files) { $0.object(members, schema, at: range) }
    check(patterns, schema, "\"\(parameter.name)\" of \(operation.title)", at: items[0].range)
  }

  // MARK: The path and headers

  func checkPath(_ texts: [(name: String, text: String)], _ request: RequestShape, _ parameters: [OpenAPIParameter]) {
    for parameter in parameters where parameter.location == "path" {
      guard var text = texts.first(where: { $0.name == parameter.name })?.text else { continue }
      if text.contains("{") {
        // The contract has a name, too.
        let own = request.pathParameters.first { text == "{\($0.name)}" }
        if parameter.style == "simple", let own { check(own.patterns, parameter, at: own.range) }
        continue
      }
      let prefix = parameter.style == "label" ? "." : parameter.style == "matrix" ? ";\(parameter.name)=" : ""
      guard text.hasPrefix(prefix), !text.dropFirst(prefix.count).contains(";") else { continue }
      text.removeFirst(prefix.count)
      let pattern = Pattern(.literal(.string(text)), at: request.path.range)
      check([pattern], parameter, at: request.path.range)
    }
  }

  func checkHeaders(_ request: RequestShape, _ parameters: [OpenAPIParameter]) {
    for parameter in parameters where parameter.location == "header" {
      if OpenAPIParameters.isIgnored(header: parameter.name) { continue }
      let header = request.headers.first { $0.name.isSameName(parameter.name) }
      if let header { check(header.patterns, parameter, at: header.range) }
      if parameter.isRequired, header?.isCertain != true {
        missing(parameter, at: header?.range ?? request.range)
      }
    }
  }

  // MARK: Values

  private func check(_ patterns: [Pattern], _ parameter: OpenAPIParameter, at range: SourceRange) {
    guard let schema = parameter.schema, !patterns.isEmpty else { return }
    if case .absent = patterns[0].kind { return }
    let text: String? = if case .literal(let json) = patterns[0].kind { json.asText } else { nil }
    if text == "", parameter.value.json["allowEmptyValue"]?.bool == true { return }
    let what = "\"\(parameter.name)\" of \(operation.title)"
    if parameter.isJSON {
      guard patterns.count == 1, let text else { return }
      let json = JSON.parse(text) ?? .string(text)
      return check([Pattern(.literal(json), at: range)], schema, what, at: range)
    }
    // An object as one text.
    if SchemaSample(files, .request).merged(schema)?.types?.contains("object") == true { return }
    let readings = OpenAPIText.readings(files) { $0.value(patterns, [schema], separator: parameter.separator) }
    check(readings, schema, what, at: range)
  }

  /// Compares patterns with a schema. What they match has to match it, as far as one of them says what it is.
  func check(
    _ readings: [Pattern], _ schema: ImportValue, _ what: String, at range: SourceRange,
    _ direction: SchemaSample.Direction = .request
  ) {
    let readings = readings.map { PatternValue.lists(of: $0, files.budget) }
    schemas.add(readings, schema, direction) { result in
      if let text = result.text(about: what) { later.note(.rule(text, help: nil), at: range) }
    }
  }
}

extension Pattern {
  /// What the value matches if it is there.
  fileprivate var whenSent: Pattern { if case .optional(let inner) = kind { inner } else { self } }
}

extension RequestShape.Named {
  /// The same name with one text in place of a list: its elements with what is between them.
  fileprivate var joined: Self {
    var named = self
    named.notation = .decoded
    named.patterns = patterns.map { pattern in
      let text = onlyText.map { Pattern(.literal(.string($0)), at: pattern.range) } ?? Pattern(.any, at: pattern.range)
      return isCertain ? text : Pattern(.optional(text), at: pattern.range)
    }
    return named
  }

  var isAbsent: Bool { patterns.contains { if case .absent = $0.kind { true } else { false } } }

  /// Whether every request that matches has the name.
  var isCertain: Bool {
    !patterns.contains { pattern in
      switch pattern.kind {
      case .absent, .optional: true
      default: false
      }
    }
  }
}
