import ContractCore
import Foundation
package import Testing

extension Python {
  package static let noJSONSchema: Comment = "python3 on PATH has no jsonschema: pip install jsonschema"
  package static let hasJSONSchema = has("jsonschema")

  /// Returns whether each text is valid against the schema of contracts.
  package static func validate(_ texts: [String]) throws -> [Bool] {
    try validate(texts, against: "specs/contract.schema.json")
  }

  /// Returns whether each text is valid against a schema of this package. A text that is not JSON is invalid.
  ///
  /// - Parameter definition: The definition of the schema to use. By default, it is the whole schema.
  package static func validate(_ texts: [String], against schema: String, as definition: String? = nil) throws -> [Bool]
  {
    let program = """
      import json, jsonschema, sys
      schema = json.load(open(sys.argv[1], encoding="utf-8"))
      jsonschema.Draft202012Validator.check_schema(schema)
      if len(sys.argv) > 2:
          for word in ["anyOf", "if", "then"]:
              schema.pop(word, None)
          schema["$ref"] = "#/$defs/" + sys.argv[2]
      validator = jsonschema.Draft202012Validator(schema)
      def is_valid(text):
          try:
              return validator.is_valid(json.loads(text))
          except ValueError:
              return False
      print(json.dumps([is_valid(text) for text in json.load(sys.stdin)]))
      """
    let file = TestFolder.package.appendingPathComponent(schema).path
    let python = try #require(CommandLineTool("python3"))
    let (status, output) = try python.run(
      ["-c", program, file] + (definition.map { [$0] } ?? []), input: JSON.array(texts.map { .string($0) }).text)
    try #require(status == 0, "\(output)")
    return try #require(JSON.parse(output)?.array).compactMap(\.bool)
  }
}
