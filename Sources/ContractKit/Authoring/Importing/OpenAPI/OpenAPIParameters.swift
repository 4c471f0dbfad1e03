import ContractCore
import Foundation

/// A parameter of a description.
struct OpenAPIParameter {
  var value: ImportValue
  var name: String
  /// Where it is: in the path, the query, a header or a cookie.
  var location: String
  var style: String
  var explodes: Bool
  var isRequired: Bool
  var schema: ImportValue?
}

/// The parameters of an operation, with values.
struct OpenAPIParameters {
  private let operation: OpenAPIOperation
  /// The request with the parameters. The names whose values clients may write in two ways stay in the path.
  private(set) var request: ImportedRequest
  private var cookies: [(String, JSON)] = []
  /// The values by name, for the driver.
  private(set) var input: [(String, JSON)] = []
  /// The names in `input` and in the query. There may be thousands.
  private var inputNames: Set<String> = []
  private var queryNames: Set<String> = []
  let offSchema = SchemaViolation()

  init(_ operation: OpenAPIOperation, template: String) {
    self.operation = operation
    request = ImportedRequest(method: operation.method, path: template)
  }

  /// Returns the style of a parameter that names none, by its place (3.1.1, section 4.8.12.2).
  static func style(in location: String) -> String { location == "query" || location == "cookie" ? "form" : "simple" }

  /// Returns whether a parameter that does not say it explodes (3.1.1, section 4.8.12.2).
  static func explodes(_ style: String) -> Bool { style == "form" || style == "deepObject" }

  /// Returns whether a header is one that other parts of a description are about (3.1.1, section 4.8.12.1).
  static func isIgnored(header: String) -> Bool {
    ["accept", "content-type", "authorization"].contains(header.lowercased())
  }

  /// Reads lists of parameters. A later list has priority.
  mutating func read(_ lists: [ImportValue]) {
    let all = lists.flatMap(\.elements).compactMap(operation.files.resolved).grouped { parameter in
      "\(parameter.json["in"]?.string ?? "") \(parameter.json["name"]?.string ?? "")"
    }
    splitPath()
    for parameter in all.compactMap(\.elements.last) { read(parameter) }
    if request.headers.contains(where: { $0.0.isSameName("Cookie") }), !cookies.isEmpty {
      operation.value.note("the header Cookie is described already; its cookies are left out")
    } else if !cookies.isEmpty {
      request.headers.append(("Cookie", .object(cookies)))
    }
    finishPath()
  }

  private mutating func read(_ parameter: ImportValue) {
    parameter.leaveOut("description", "deprecated", "allowEmptyValue", prefix: "x-")
    let location = parameter["in"]?.string ?? ""
    guard let name = parameter["name"]?.string else { return parameter.lose("a parameter has no name") }
    let isRequired = parameter["required"]?.bool ?? false
    let style = parameter["style"]?.string ?? Self.style(in: location)
    let explodes = parameter["explode"]?.bool ?? Self.explodes(style)
    if parameter.json["allowReserved"]?.bool == true {
      parameter.note("reserved characters are compared decoded", level: .information)
    }
    parameter.leaveOut("allowReserved")
    if location == "header", Self.isIgnored(header: name) {
      parameter.leaveOut("schema", "content", "example", "examples")
      return
    }
    let media: OpenAPIMedia
    var isContent = false
    if let content = parameter["content"]?.members.first {
      (media, isContent) = (OpenAPIMedia(content.value, operation, called: name, type: content.name), true)
    } else {
      media = OpenAPIMedia(parameter, operation, called: name)
    }
    if !isRequired, location != "path", !media.hasExample {
      parameter.consume()
      return parameter.note(
        "the \(location) parameter \"\(name)\" is optional and has no example; it is left out", level: .information)
    }
    guard let found = media.first(.request, offSchema) else {
      if isRequired { offSchema.isOff = true }
      return parameter.lose("no value for \"\(name)\" can be found")
    }
    if location == "cookie", !found.json.isScalar {
      if isRequired { offSchema.isOff = true }
      return parameter.lose("how a cookie has a list or an object is not described")
    }
    let read = OpenAPIParameter(
      value: parameter, name: name, location: location, style: style, explodes: explodes,
      isRequired: isRequired || location == "path", schema: media.schema)
    if location == "querystring" {
      addQuery(found.json, read)
    } else if isContent {
      set(read, .string(found.json.text), input: found.json)
    } else {
      addValue(found.json, read)
    }
  }

  private mutating func addValue(_ json: JSON, _ parameter: OpenAPIParameter) {
    let name = parameter.name
    if parameter.location == "query", parameter.isUndescribed(json) {
      return allowAnyQuery("the style \(parameter.style) writes the value of \"\(name)\"", json, parameter)
    }
    switch (json.kind, parameter.style) {
    case (.array(let elements), "form") where parameter.explodes:
      let texts = samples.textPatterns(elements, parameter.schemas)
      if texts.isEmpty { return addInput(key(name, parameter.location), json) }
      if texts.count > 1, !parameter.isRequired {
        guard samples.optional(elements, parameter.schemas) != nil else {
          return operation.noteList(name, at: parameter.value)
        }
        // A contract cannot say that a list may be missing.
        parameter.value.note(
          "only the first element of \"\(name)\" is imported, because the list is optional", level: .information)
        return set(parameter, texts[0], input: [elements[0]])
      }
      set(parameter, .arrayUnlessOne(texts), input: json)
    case (.object(let object), "deepObject"):
      if object.members.contains(where: { !$0.value.isScalar }) {
        parameter.value.note("how the style deepObject writes nested values is not described")
      }
      addValue(object, parameter) { "\(name)[\($0)]" }
    case (.object(let object), "form") where parameter.explodes: addValue(object, parameter) { $0 }
    default:
      let separator = parameter.location == "query" ? parameter.separator : nil
      let list = samples.list(json, parameter.schemas, separator)
      let text = Self.text(json, parameter)
      let one = json.isScalar && json.asText == text ? samples.textPattern(json, parameter.schemas) : nil
      set(parameter, list ?? one ?? .string(text), input: json)
    }
  }

  /// Adds a value that is the whole query (3.2.0, section 4.12.1).
  private mutating func addQuery(_ json: JSON, _ parameter: OpenAPIParameter) {
    if parameter.isForm, let object = json.object { return addValue(object, parameter) { $0 } }
    allowAnyQuery("the value of \"\(parameter.name)\" is a query", json, parameter)
  }

  /// Adds a value to the input. How it is written is not described.
  private mutating func allowAnyQuery(_ how: String, _ json: JSON, _ parameter: OpenAPIParameter) {
    parameter.value.note("how \(how) is not described; any query is accepted")
    request.allowsOtherQuery = true
    addInput(key(parameter.name, parameter.location), json)
  }

  /// Adds the members of an object as query items of their own.
  private mutating func addValue(_ object: JSON.Object, _ parameter: OpenAPIParameter, _ item: (String) -> String) {
    let merged = parameter.schema.flatMap { samples.merged($0) }
    let names = merged.map { samples.required($0, in: object) }
    var members: [(String, JSON)] = []
    for member in object.members {
      let isRequired = parameter.isRequired && names?.contains(member.name) != false
      let schemas = merged.flatMap { samples.property(member.name, in: $0) } ?? []
      var elements = member.value.array ?? [member.value]
      if elements.contains(where: { !$0.isScalar }) { elements = [member.value] }
      if !isRequired {
        guard let few = samples.optional(elements, schemas) else {
          operation.noteList(item(member.name), at: parameter.value)
          continue
        }
        elements = few
      }
      members.append(
        (member.name, member.value.isArray && elements != [member.value] ? .array(elements) : member.value))
      let texts =
        member.value.isArray && elements != [member.value]
        ? samples.textPatterns(elements, schemas) : elements.map { samples.textPattern($0, schemas) }
      let pattern = JSON.arrayUnlessOne(texts)
      if !texts.isEmpty { addQuery(item(member.name), isRequired ? pattern : ["$optional": pattern]) }
    }
    if !members.isEmpty || object.members.isEmpty {
      addInput(key(parameter.name, parameter.location), .object(members))
    }
  }

  /// Returns a value as one text, as a style says (3.1.1, section 4.8.12.3).
  private static func text(_ json: JSON, _ parameter: OpenAPIParameter) -> String {
    let (name, explodes) = (parameter.name, parameter.explodes)
    let members = json.object?.members.map { ($0.name, $0.value.asText) }
    let pairs = members?.map { explodes ? "\($0)=\($1)" : "\($0),\($1)" }
    let parts = pairs ?? json.array?.map(\.asText) ?? [json.asText]
    switch parameter.style {
    case "label": return "." + parts.joined(separator: explodes ? "." : ",")
    case "matrix":
      if !explodes { return ";\(name)=" + parts.joined(separator: ",") }
      return parts.map { members == nil ? ";\(name)=\($0)" : ";\($0)" }.joined()
    default: return parts.joined(separator: ",")
    }
  }

  private mutating func set(_ parameter: OpenAPIParameter, _ value: JSON, input json: JSON) {
    let (name, location) = (parameter.name, parameter.location)
    let pattern = parameter.isRequired ? value : ["$optional": value]
    switch location {
    case "path":
      values[name] = value
      if json.isScalar, value.writtenText == json.asText { plain.insert(name) }
    case "query":
      if queryNames.contains(name) { request.query.removeAll { $0.0 == name } }
      addQuery(name, pattern)
    case "header", "cookie":
      let isCookie = location == "cookie"
      guard HTTPText.isToken(name), !isCookie || !name.hasPrefix("$"), HTTPText.valueError(value.writtenText) == nil
      else {
        operation.value.note("the \(location) \(name) is not valid in HTTP; it is left out")
        offSchema.isOff = true
        return
      }
      if isCookie { cookies.append((name, pattern)) } else { request.headers.append((name, pattern)) }
    default: operation.value.note("unknown location of a parameter: '\(location)'")
    }
    addInput(key(name, location), json)
  }

  private mutating func addInput(_ name: String, _ json: JSON) {
    inputNames.insert(name)
    input.append((name, json))
  }

  private mutating func addQuery(_ name: String, _ pattern: JSON) {
    queryNames.insert(name)
    request.query.append((name, pattern))
  }

  private var samples: SchemaSample { SchemaSample(operation.files, .request) }

  private func key(_ name: String, _ location: String) -> String {
    name == "body" || inputNames.contains(name) ? "\(location) \(name)" : name
  }

  // MARK: The path

  /// The values of the names in the path, as texts or as patterns for them.
  private var values: [String: JSON] = [:]
  /// The names whose text is their value. A style can write some characters before and in others, literally.
  private var plain: Set<String> = []

  /// Takes from the path what is not a path.
  private mutating func splitPath() {
    if let hash = request.path.firstIndex(of: "#") {
      operation.value.note("what follows # in the path is left out")
      request.path = String(request.path[..<hash])
    }
    if let mark = request.path.firstIndex(of: "?") {
      let items = ImportedRequest.items(request.path[mark...].dropFirst())
      var secrets = operation.files.secrets.unused
      for (name, pattern) in secrets.replaced(map: items) { addQuery(name, pattern) }
      if secrets.hasReplaced { operation.noteSecrets() }
      request.path = String(request.path[..<mark])
    }
    if !request.path.hasPrefix("/") { request.path = "/" + request.path }
  }

  private mutating func finishPath() {
    var result = ""
    var rest = request.path[...]
    while let open = rest.firstIndex(of: "{"), let close = rest[open...].firstIndex(of: "}") {
      result += Self.encoded(rest[..<open], keeps: "/%")
      let name = String(rest[rest.index(after: open)..<close])
      var value = values[name]
      if value == nil {
        operation.value.note("the path parameter \"\(name)\" is not described")
        value = "value"
        addInput(name, "value")
      }
      if value == "" { value = "value" }
      let text = value?.writtenText ?? ""
      // Clients may escape these characters or not (RFC 3986, section 2.2).
      let canVary = value?.isObject == true || text.contains { ":/?#[]@!$&'()*+,;=".contains($0) }
      if plain.contains(name), canVary, canBeName(name) {
        result += "{\(name)}"
        request.pathParameters.append((name, value ?? .string(text)))
      } else {
        result += Self.encoded(text, keeps: ";=,")
      }
      rest = rest[rest.index(after: close)...]
    }
    request.path = result + Self.encoded(rest, keeps: "/%")
  }

  /// Returns whether a contract's path can have a name, which it has only once.
  private func canBeName(_ name: String) -> Bool {
    !name.isEmpty && !name.contains { "{}/?".contains($0) } && !request.pathParameters.contains { $0.0 == name }
  }

  /// Returns a text percent-encoded for a path.
  ///
  /// - Parameter keeps: What stays, such as `%` in a text that is encoded already.
  private static func encoded(_ text: some StringProtocol, keeps: String) -> String {
    let plain = Array("-._~:@!$&'()*+\(keeps)".utf8)
    return Hexadecimal.percentEncoded(text) { $0.isLetter || $0.isDigit || plain.contains($0) }
  }
}

extension JSON {
  /// The text that a value has as a contract writes it: that of a string, or of a string in `$format`.
  fileprivate var writtenText: String { (onlyMember?.value.onlyMember?.value ?? self).asText }
}

extension OpenAPIParameter {
  fileprivate var schemas: [ImportValue] { schema.map { [$0] } ?? [] }
}

extension SchemaSample {
  /// Returns the description of a list or an object that is one text of a query or a form, as a style says (3.1.1, section
  /// 4.8.12.3); nil for any other value, and for a list whose text is empty.
  func list(_ json: JSON, _ schemas: [ImportValue], _ separator: Character?) -> JSON? {
    guard let separator, !json.isScalar, !json.children.isEmpty, json.array?.map(\.asText) != [""] else { return nil }
    let elements =
      json.array.map { textPatterns($0, schemas) }
      ?? json.members.flatMap { [.string($0.name), textPattern($0.value, property($0.name, of: schemas) ?? [])] }
    return ["separator": .string(String(separator)), "elements": .array(elements)]
  }
}
