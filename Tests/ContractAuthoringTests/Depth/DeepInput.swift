import Testing

@testable import ContractAuthoring
@testable import ContractCore
@testable import TestSupport

/// A contract and a value that are as deep as the limits allow.
struct DeepInput: Sendable, CustomTestStringConvertible {
  var name: String
  /// The pattern for both the request body and the result.
  var pattern: String
  /// The actual value.
  var value: String
  /// The codes of the expected reasons.
  var codes: Set<String>
  /// Whether an unoptimized build needs seconds to find the differences. If so, the value is judged once, as `serve`
  /// does.
  var isSlow = false

  var testDescription: String { name }

  /// Returns a text inside a number of brackets, or of any other opening and closing texts.
  static func nested(_ depth: Int, _ open: String, _ close: String, _ inner: String) -> String {
    String(repeating: open, count: depth) + inner + String(repeating: close, count: depth)
  }

  /// The number of levels of a contract file that are left for a pattern.
  static let patternDepth = JSON.depthLimit - 12
  /// A body of 512 levels. It is also a result, four levels below the top of its message.
  static let object = nested(JSON.depthLimit - 8, #"{"a":"#, "}", "1")

  static let all: [DeepInput] =
    [
      chain("allOf", #""allOf": [{"#, "}]"), chain("anyOf", #""anyOf": [{"#, "}]", matches: true),
      chain("oneOf", #""oneOf": [{"#, "}]", matches: true), chain("not", #""not": {"#, "}"),
      chain("if", #""if": {"#, "}, \"else\": false"), chain("then", #""if": true, "then": {"#, "}"),
      DeepInput(
        name: "a schema that goes into each level by multiple keywords, up to the limit", pattern: recursive,
        value: nested(380, #"{"a":"#, "}", "1"), codes: []),
      DeepInput(
        name: "the same beyond the limit", pattern: recursive, value: object, codes: ["schemaStopped"]),
      DeepInput(
        name: "a schema within patterns",
        pattern: nested(patternDepth - 20, #"{"$each":"#, "}", recursive),
        value: nested(patternDepth - 20, "[", "]", #"{"a": 1}"#), codes: []),
    ]
    + [
      patterns("objects", #"{"a":"#, "}", #"{"a":"#, "}"), patterns("arrays", "[", "]", "[", "]"),
      patterns("arrays of two", "[0,", "]", "[0,", "]", isSlow: true),
      patterns("$anyOf", #"{"$anyOf":["#, "]}", "", "", levels: 2),
      patterns("$allOf", #"{"$allOf":["#, "]}", "", "", levels: 2),
      patterns("$contains", #"{"$contains":"#, "}", "[", "]", isSlow: true),
      patterns("$each", #"{"$each":"#, "}", "[", "]"),
      patterns("$partial", #"{"$partial":{"a":"#, "}}", #"{"a":"#, "}", levels: 2),
      patterns("$literal", #"{"a":"#, "}", #"{"a":"#, "}", around: (#"{"$literal":"#, "}")),
    ]

  private static let recursive =
    ##"{"$jsonSchema": {"allOf": [{"anyOf": [{"if": {"type": "object"}, "then": {"properties": {"a": {"$ref": "#"}}}}]}]}}"##

  /// Returns a chain of schemas, as many as may be applied inside one another. There are ten definitions. Each has 198
  /// nested schemas and a reference to the next definition.
  ///
  /// - Parameter matches: Whether the value matches. If it does not, `anyOf` and `oneOf` search for the nearest branch
  ///   at each level, which takes minutes in an unoptimized build.
  private static func chain(
    _ name: String, _ before: String, _ after: String, matches: Bool = false
  ) -> DeepInput {
    let schema = schemas(before, after)
    // The number of negations is even, so they cancel out.
    return DeepInput(
      name: "a chain of schemas in \(name)", pattern: "{\"$jsonSchema\": \(schema)}",
      value: matches ? #"{"a": 1}"# : "{}", codes: matches ? [] : ["mismatch"])
  }

  static func schemas(_ before: String, _ after: String) -> String {
    let defs = (0..<10).map {
      ##""\##($0)": {\##(nested(198, before, after, ##""$ref": "#/$defs/\##($0 + 1)""##))}"##
    }
    return ##"{"$ref": "#/$defs/0", "$defs": {\##(defs.joined(separator: ", ")), "10": {"minProperties": 1}}}"##
  }

  /// Returns nested patterns, the innermost of which differs.
  private static func patterns(
    _ name: String, _ open: String, _ close: String, _ valueOpen: String, _ valueClose: String, levels: Int = 1,
    around: (String, String) = ("", ""), isSlow: Bool = false
  ) -> DeepInput {
    let depth = patternDepth / levels - 1
    return DeepInput(
      name: "patterns of \(name)", pattern: around.0 + nested(depth, open, close, "1") + around.1,
      value: nested(depth, valueOpen, valueClose, "2"), codes: ["mismatch"], isSlow: isSlow)
  }

  // MARK: Use of the input

  /// Returns a contract that uses the pattern for the request body and for the result.
  func contract(order: Scenario.Order) -> String {
    """
    {
      "contract": 1, "endpoint": "e", "baseURL": "http://localhost",
      "request": {"method": "POST", "path": "/", "body": {"json": \(pattern)}},
      "scenarios": [
        {"name": "s", "order": "\(order.rawValue)", "expect": {"success": \(pattern)}, "exchanges": [
          {"response": {"kind": "valid"}}, {"response": {"kind": "valid"}}
        ]}
      ]
    }
    """
  }

  /// Reads the contract and judges the value with each kind of judge, on the current thread. Returns the codes of the
  /// reasons.
  func judged() throws -> [String] {
    var reported: [String] = []
    let bytes = Array(value.utf8)
    let request = CapturedRequest(method: "POST", url: "http://localhost/", body: bytes)
    for order in [Scenario.Order.sequence, .any] {
      let folder = try ContractFolder(["e.contract.json": contract(order: order)])
      let set = Linter.load([folder.path], below: [folder.path])
      reported += set.diagnostics.filter { $0.severity == .error }.map(\.text)
      guard let contract = set.contracts.first else { continue }
      let shape = contract.scenarios[0].exchanges[0].shape
      reported += shape.reasons(request, at: contract.addresses).map(\.code)
      if isSlow { return reported }
      let script = Script(contract.scenarios[0], of: contract, transport: .memory)
      for _ in 0..<2 { reported.append("\(script.reply(to: request).kind)") }
      script.finish(.success(try #require(JSON.parse(bytes))))
      reported += script.verdict().reasons.map(\.code)
    }
    return reported
  }
}
