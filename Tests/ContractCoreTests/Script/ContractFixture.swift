import Foundation
import Testing

@testable import ContractCore

/// Contracts made from JSON text for the judge's tests, with the positions in that text.
///
/// It reads the tests' text and checks nothing. The real loader can replace it: the tests use only `contract(_:)`, and
/// `pattern(_:)` for single patterns.
enum ContractFixture {
  static let path = "specs/todo/create.contract.json"

  /// Reads one contract.
  static func contract(_ text: String, path: String = path) throws -> Contract {
    let root = try json(text, path: path)
    let range = try #require(root.range)
    let base = root["baseURL"]
    let shared = root["request"]
    return Contract(
      source: range.source, name: "todo/create", endpoint: root["endpoint"]?.string ?? "create todo", range: range,
      operation: SourceLocated(root["operation"]?.string ?? "createTodo", at: root["operation"]?.range ?? range),
      baseURL: try #require(BaseURL(base?.string ?? "http://localhost", range: base?.range)),
      scenarios: try (root["scenarios"]?.array ?? []).map { try scenario($0, shared) })
  }

  /// Reads one pattern that is not in a contract.
  static func pattern(_ text: String, path: String = path) throws -> Pattern { try pattern(try json(text, path: path)) }

  static func json(_ text: String, path: String = "") throws -> JSON {
    var diagnostics: [Diagnostic] = []
    let json = JSON.parse(Source(path: path, text: text), diagnostics: &diagnostics)
    #expect(diagnostics.map(\.text) == [])
    return try #require(json)
  }

  private static func scenario(_ json: JSON, _ shared: JSON?) throws -> Scenario {
    let range = try #require(json["name"]?.range)
    var exchanges: [Exchange] = []
    for exchange in json["exchanges"]?.array ?? [json] {
      let response = try #require(exchange["response"])
      let request = try #require(exchange["request"] ?? json["request"] ?? shared)
      exchanges.append(
        Exchange(
          request: try shape(request), response: try self.response(response), range: try #require(response.range)))
    }
    let expect = json["expect"]
    var own: [Transport: Scenario.Expectation.Outcome] = [:]
    for transport in Transport.allCases { own[transport] = try expect?[transport.rawValue].flatMap(outcome) }
    return Scenario(
      name: json["name"]?.string ?? "", range: range, exchanges: exchanges,
      expect: Scenario.Expectation(
        try expect.flatMap(outcome), own: own, range: expect?.range ?? range))
  }

  private static func outcome(_ json: JSON) throws -> Scenario.Expectation.Outcome? {
    if let success = json["success"] { return .success(try pattern(success)) }
    guard let failure = json["failure"] else { return nil }
    return .failure(try pattern(failure), values: try json["values"].map { try pattern($0) })
  }

  private static func shape(_ json: JSON) throws -> RequestShape {
    let range = try #require(json.range)
    func located(_ name: String, default fallback: String) -> SourceLocated<String> {
      SourceLocated(json[name]?.string ?? fallback, at: json[name]?.range ?? range)
    }
    func others(_ name: String, default fallback: RequestShape.Others) -> RequestShape.Others {
      json[name]?.string.flatMap(RequestShape.Others.init) ?? fallback
    }
    return RequestShape(
      method: located("method", default: "GET"), path: located("path", default: "/"), query: try named(json["query"]),
      otherQuery: others("otherQuery", default: .forbidden), headers: try named(json["headers"]),
      otherHeaders: others("otherHeaders", default: .allowed), timeout: try json["timeout"].map { try pattern($0) },
      body: try json["body"].map { SourceLocated(try body($0), at: try #require($0.range)) }, range: range)
  }

  private static func named(_ json: JSON?) throws -> [RequestShape.Named] {
    try (json?.object?.members ?? []).map {
      RequestShape.Named(
        name: $0.name, range: try #require($0.nameRange),
        patterns: try ($0.value.array ?? [$0.value]).map { try pattern($0) })
    }
  }

  private static func body(_ json: JSON) throws -> RequestShape.Body {
    if let value = json["json"] { return .json(try pattern(value)) }
    if let value = json["text"] { return .text(try pattern(value)) }
    if let value = json["base64"]?.string { return .bytes(Array(try #require(Data(base64Encoded: value))), file: nil) }
    return .any
  }

  private static func response(_ json: JSON) throws -> Response {
    let kind = try #require(Response.Kind(rawValue: json["kind"]?.string ?? "valid"))
    var headers = Headers()
    for member in json["headers"]?.object?.members ?? [] {
      for value in member.value.array ?? [member.value] { headers.lines.append(.init(member.name, value.string ?? "")) }
    }
    var body: [UInt8]?
    if let value = json["body"]?["json"] {
      body = value.utf8
      headers.lines.append(.init("Content-Type", "application/json"))
    }
    if let value = json["body"]?["text"]?.string { body = Array(value.utf8) }
    let error = json["error"].map {
      NetworkError(
        domain: $0["domain"]?.string ?? "NSURLErrorDomain", code: $0["code"]?.number?.int ?? -1004,
        message: $0["message"]?.string)
    }
    return Response(
      kind: kind, range: try #require(json["kind"]?.range ?? json.range),
      status: kind == .nonHTTP || kind == .networkError ? nil : json["status"]?.number?.int ?? 200, headers: headers,
      body: body.map { Response.Body([.init($0)]) }, error: error, after: json["after"]?.number?.int ?? 0,
      delay: json["delay"]?.number?.double ?? 0)
  }

  private static func pattern(_ json: JSON) throws -> Pattern {
    let range = try #require(json.range)
    return Pattern(try kind(json), at: range)
  }

  private static func kind(_ json: JSON) throws -> Pattern.Kind {
    switch json.kind {
    case .array(let elements): return .array(try elements.map { try pattern($0) })
    case .object(let object):
      guard let only = object.members.first, only.name.hasPrefix("$") else {
        return .object(
          try object.members.map {
            Pattern.Member(name: $0.name, range: try #require($0.nameRange), pattern: try pattern($0.value))
          })
      }
      switch only.name {
      case "$any": return .any
      case "$absent": return .absent
      case "$literal": return .literal(only.value)
      case "$optional": return .optional(try pattern(only.value))
      case "$partial": return .partial(try pattern(only.value))
      case "$anyOf": return .anyOf(try (only.value.array ?? []).map { try pattern($0) })
      case "$allOf": return .allOf(try (only.value.array ?? []).map { try pattern($0) })
      case "$unordered": return .unordered(try (only.value.array ?? []).map { try pattern($0) })
      case "$contains": return .contains(try pattern(only.value))
      case "$each": return .each(try pattern(only.value))
      case "$not": return .not(try pattern(only.value))
      case "$same": return .same(try #require(only.value.string))
      case "$format": return .format(try #require(Format(rawValue: only.value.string ?? "")))
      case "$regex":
        var regex = try Pattern.Regex(try #require(only.value.string ?? only.value["number"]?.string))
        regex.isOfNumber = only.value.isObject
        return .regex(regex)
      default:
        let names = (only.value.array ?? [only.value]).compactMap(\.string)
        return .type(try names.map { try #require(Pattern.TypeName(rawValue: $0)) })
      }
    default: return .literal(json)
    }
  }
}
