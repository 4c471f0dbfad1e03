import Testing

@testable import ContractCore
@testable import TestSupport

@Suite("Hostile schemas and values")
struct HostileSchemaTests {
  private func nested(_ depth: Int, _ open: String, _ close: String, _ inner: String) -> String {
    String(repeating: open, count: depth) + inner + String(repeating: close, count: depth)
  }

  @Test("a schema may be as deep as a file")
  func deepText() throws {
    let schema = nested(255, #"{"allOf": ["#, "]}", #"{"minimum": 1}"#)
    #expect(try Schemas.matches(schema, "1"))
    #expect(try Schemas.matches(schema, "0") == false)
  }

  @Test("10,000 schemas nested by reference are stopped, and few enough nested schemas are judged", .exhaustive)
  func deepReferences() throws {
    func chain(_ count: Int) -> String {
      let defs = (0..<count).map { ##""\##($0)": {"allOf": [{"$ref": "#/$defs/\##($0 + 1)"}]}"## }
      return ##"{"$ref": "#/$defs/0", "$defs": {\##(defs.joined(separator: ", ")), "\##(count)": {"minimum": 1}}}"##
    }
    #expect(try Schemas.matches(chain(400), "1"))
    #expect(try Schemas.matches(chain(400), "0") == false)
    let matcher = try Schemas.matcher(chain(10_000), "1")
    #expect(matcher.count == 0)
    #expect(matcher.findings(.outcome).map { Reason($0).code } == ["schemaStopped"])
    #expect(matcher.findings(.outcome).map { Reason($0).status } == [.errored])
  }

  @Test("a value of the greatest depth is judged by a schema that refers to itself")
  func deepValue() throws {
    let schema = ##"{"anyOf": [{"type": "integer"}, {"items": {"$ref": "#"}, "maxItems": 1}]}"##
    #expect(try Schemas.matches(schema, nested(511, "[", "]", "1")))
    #expect(try Schemas.matches(schema, nested(300, "[", "]", "1, 2")) == false)
    let unevaluated =
      ##"{"$ref": "#/$defs/a", "unevaluatedProperties": false, "$defs": {"a": {"properties": {"a": {"$ref": "#"}}}}}"##
    #expect(try Schemas.matches(unevaluated, nested(500, #"{"a": "#, "}", "{}")))
    #expect(try Schemas.matches(unevaluated, nested(500, #"{"a": "#, "}", #"{"b": 1}"#)) == false)
  }

  @Test("references that double at each step are stopped")
  func bomb() throws {
    let defs = (0..<40).map {
      ##""\##($0)": {"allOf": [{"$ref": "#/$defs/\##($0 + 1)"}, {"$ref": "#/$defs/\##($0 + 1)"}]}"##
    }
    let (schema, _) = try Schemas.compile(
      ##"{"$ref": "#/$defs/0", "$defs": {\##(defs.joined(separator: ", ")), "40": true}}"##)
    var evaluator = SchemaEvaluator(schema.program, isQuiet: true, stepLimit: 100_000)
    let isMatch = evaluator.matches(0, 1)
    #expect(!isMatch)
    #expect(evaluator.stop?.cause == .schema)
  }

  @Test(
    "of thousands of references that lead nowhere, all are reported, and the first ones with the name that is near",
    .slow,
    .slow)
  func nowhere() throws {
    let defs = (0..<2000).map { #""name\#($0)": {}"# }.joined(separator: ", ")
    let references = (0..<100).map { ##"{"$ref": "#/$defs/nome\##($0)"}"## }.joined(separator: ", ")
    let (_, diagnostics) = try Schemas.compile(##"{"$defs": {\##(defs)}, "allOf": [\##(references)]}"##)
    let near = diagnostics.map { $0.problem.text.help.first?.hasPrefix("did you mean") == true }
    #expect(near == (0..<100).map { $0 < SchemaCompiler.mostComparedNames / 2000 })
  }

  @Test("a search of an array that applies too many schemas is stopped, after as many as the report says")
  func longSearch() throws {
    #expect(SchemaEvaluator.stepLimit == 5_000_000)
    let values = (0..<200).map { #"{"const": \#(-1 - $0)}"# }.joined(separator: ", ")
    let (schema, _) = try Schemas.compile(#"{"contains": {"anyOf": [\#(values)]}}"#)
    for (count, isStopped) in [(40, false), (60, true)] {
      var evaluator = SchemaEvaluator(schema.program, isQuiet: true, stepLimit: 10_000)
      let isMatch = evaluator.matches(0, .array((0..<count).map { .number($0) }))
      #expect(!isMatch)
      #expect((evaluator.stop != nil) == isStopped)
    }
  }

  @Test("a dynamic reference that leads back to itself is stopped")
  func dynamicLoop() throws {
    let schema = ##"""
      {"$id": "https://example.com/a", "$dynamicAnchor": "x", "$ref": "b",
       "$defs": {"b": {"$id": "b", "$dynamicAnchor": "x", "allOf": [{"$ref": "c"}]},
                 "c": {"$id": "c", "$defs": {"x": {"$dynamicAnchor": "x"}}, "$dynamicRef": "#x"}}}
      """##
    let matcher = try Schemas.matcher(schema, "1")
    #expect(matcher.findings(.outcome).map { Reason($0).code } == ["schemaStopped"])
  }

  @Test("an expression that never ends is stopped, and nothing else is reported", .slow)
  func regex() throws {
    for schema in [
      #"{"pattern": "^(a+)+$"}"#, #"{"not": {"pattern": "^(a+)+$"}}"#,
      #"{"anyOf": [{"pattern": "^(a+)+$"}, {"type": "null"}]}"#,
      #"{"oneOf": [{"type": "null"}, {"pattern": "^(a+)+$"}]}"#, #"{"if": {"pattern": "^(a+)+$"}, "then": false}"#,
    ] {
      let matcher = try Schemas.matcher(schema, "\"" + String(repeating: "a", count: 40) + "b\"")
      #expect(matcher.count == 0)
      #expect(matcher.stopped.map(\.cause) == [.expression("^(a+)+$")], "\(schema)")
    }
    let names = try Schemas.matcher(
      #"{"patternProperties": {"^(a+)+$": true}}"#, "{\"" + String(repeating: "a", count: 40) + "b\": 1}")
    #expect(names.stopped.count == 1)
  }

  @Test("numbers of any size are compared and divided exactly")
  func numbers() throws {
    #expect(try Schemas.matches(#"{"multipleOf": 1e-308}"#, "12345678910"))
    #expect(try Schemas.matches(#"{"multipleOf": 1e-308}"#, "1e400"))
    #expect(try Schemas.matches(#"{"multipleOf": 3}"#, "1e400") == false)
    #expect(try Schemas.matches(#"{"multipleOf": 1e400}"#, "3e400"))
    #expect(try Schemas.matches(#"{"multipleOf": 1e400}"#, "3e399") == false)
    #expect(try Schemas.matches(#"{"multipleOf": 0.01}"#, "19.99"))
    #expect(try Schemas.matches(#"{"multipleOf": 0.01}"#, "19.999") == false)
    #expect(try Schemas.matches(#"{"maximum": 1e400}"#, "1e400"))
    #expect(try Schemas.matches(#"{"maximum": 1e400}"#, "1.0000000000000000000000000000000000001e400") == false)
    #expect(try Schemas.matches(#"{"minimum": 9007199254740993}"#, "9007199254740992") == false)
    #expect(try Schemas.matches(#"{"type": "integer"}"#, "1e400"))
    #expect(try Schemas.matches(#"{"type": "integer"}"#, "1e-400") == false)
    #expect(try Schemas.matches(#"{"minLength": 99999999999999999999, "maxLength": 1e99}"#, #""a""#) == false)
  }

  @Test("twenty thousand elements or members are checked in time proportional to their number", .slow)
  func large() throws {
    let elements = (0..<20_000).map { #"{"a": \#($0), "b": "x"}"# }.joined(separator: ",")
    let schema = #"{"uniqueItems": true, "items": {"required": ["a", "b"], "properties": {"a": {"minimum": 0}}}}"#
    #expect(try Schemas.matches(schema, "[\(elements)]"))
    #expect(try Schemas.matches(schema, #"[\#(elements), {"b": "x", "a": 7}]"#) == false)
    let names = (0..<20_000).map { "\"n\($0)\": 1" }.joined(separator: ",")
    let properties = (0..<4_000).map { "\"n\($0)\": {\"type\": \"integer\"}" }.joined(separator: ",")
    #expect(try Schemas.matches(#"{"properties": {\#(properties)}, "required": ["n19999"]}"#, "{\(names)}"))
    let some =
      #"{"properties": {\#(properties)}, "anyOf": [true, {"maxProperties": 5}], "unevaluatedProperties": false}"#
    let matcher = try Schemas.matcher(some, "{\(names)}")
    #expect(matcher.count == 16_000)
  }
}
