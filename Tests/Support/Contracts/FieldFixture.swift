import Testing

@testable import ContractCore

/// A contract with one scenario whose fields are changed.
enum FieldFixture {
  /// Returns the contract.
  ///
  /// - Parameters:
  ///   - body: The response's body, as JSON text.
  ///   - fields: The value of `fields`.
  static func contract(_ body: String, fields: String = #""approved""#) throws -> Contract {
    let (contract, diagnostics) = read(body, fields: fields)
    #expect(diagnostics.map(\.text) == [])
    return try #require(contract)
  }

  static func read(_ body: String, fields: String) -> (contract: Contract?, diagnostics: [Diagnostic]) {
    ContractReader.read(
      """
      {
        "contract": 1, "endpoint": "todo",
        "request": { "method": "GET", "path": "/todo" },
        "variations": { "fields": \(fields) },
        "scenarios": [
          {
            "name": "found", "response": { "kind": "valid", "body": { "json": \(body) } },
            "expect": { "success": { "$any": true } }
          }
        ]
      }
      """)
  }

  /// Returns the text of a body with a change.
  static func changed(_ body: String, _ kind: FieldChange.Kind, at pointer: String) throws -> String {
    let contract = try contract(body)
    let varied = try contract.scenarios[0].varied(
      by: .field(FieldChange(kind, at: pointer)), try #require(contract.variations))
    return String(decoding: try #require(varied.exchanges.last?.response.body).bytes, as: UTF8.self)
  }

  static func json(_ text: String) throws -> JSON { try #require(JSON.parse(text), "\(text)") }

  /// Returns what a client made of a change, by the JSON of its outcomes.
  static func result(
    _ outcome: String, of kind: FieldChange.Kind, at pointer: String, in body: String, base: String,
    again: String? = nil
  ) throws -> FieldResult? {
    let edit = try #require(try contract(body).scenarios[0].edit(FieldChange(kind, at: pointer)))
    return FieldResult(
      try self.outcome(outcome), of: kind, edit, base: try self.outcome(base),
      again: try self.outcome(again ?? base))
  }

  /// Returns a success with a value, or the failure that an object with `failure` describes.
  static func outcome(_ text: String) throws -> Outcome {
    let json = try json(text)
    return json["failure"].map { .failure($0, values: json["values"]) } ?? .success(json)
  }
}
