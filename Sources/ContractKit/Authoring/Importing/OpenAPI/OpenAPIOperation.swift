import ContractCore
import Foundation

/// One operation of an OpenAPI description.
struct OpenAPIOperation {
  let reader: OpenAPIReader
  let path: String
  let method: String
  let item: ImportValue
  let value: ImportValue
  /// Where the operation stands in the main document. References can lead to a value elsewhere.
  let pointer: String

  var files: OpenAPIFiles { reader.files }
  var title: String { "\(method) \(path)" }

  /// The endpoint if nothing of it is imported.
  var lost: ImportedEndpoint {
    item["parameters"]?.consume()
    var endpoint = ImportedEndpoint(
      title: title, operation: value.json["operationId"]?.string ?? title, document: files.main, pointer: pointer)
    endpoint.tags = (value.json["tags"]?.elements ?? []).compactMap(\.string)
    endpoint.isLost = true
    return endpoint
  }

  /// Returns the endpoint, and what records for each of its scenarios whether a part breaks its schema.
  func endpoint() -> (ImportedEndpoint, [[SchemaViolation]]) {
    files.main.log.endpoint = title
    defer { files.main.log.endpoint = nil }
    var endpoint = ImportedEndpoint(
      title: title, operation: value["operationId"]?.string ?? title, document: files.main, pointer: pointer)
    endpoint.isConcealed = true
    endpoint.description = value["summary"]?.string
    endpoint.tags = (value["tags"]?.elements ?? []).compactMap(\.string)
    endpoint.baseURL = reader.baseURL(value, item)
    value.leaveOut("description", "externalDocs", "deprecated", prefix: "x-")
    for callback in value["callbacks"]?.members ?? [] { callback.value.lose("a callback is a request of the server") }
    var offSchema: [[SchemaViolation]] = []
    var parameters = OpenAPIParameters(self, template: path)
    parameters.read([item["parameters"], value["parameters"]].compactMap(\.self))
    let described = value["requestBody"]
    let body = described.flatMap(files.resolved)
    let responses = OpenAPIResponses(operation: self)
    for answer in responses.all(value["responses"]) where !files.budget.isUsedUp {
      let own = SchemaViolation()
      var (request, input) = (parameters.request, parameters.input)
      if let body {
        OpenAPIBody(operation: self, value: body).add(to: &request, input: &input, example: answer.found?.name, own)
      } else if described != nil {
        // The reference that leads nowhere is noted. There is a body, whatever it is.
        request.body = ["$any": true]
      }
      if let security = value["security"] ?? reader.security {
        OpenAPISecurity(files: files).addCredentials(security, to: &request, input: &input)
      }
      let made = ImportedScenario(
        name: answer.name, pointer: answer.value.pointer, description: answer.description,
        exchanges: [(request, answer.response)])
      if let schema = answer.schema, let found = answer.found {
        check(found.json, schema, .response, at: found.location, own)
      }
      offSchema.append([own, parameters.offSchema, answer.offSchema])
      endpoint.add(made, input: input.isEmpty ? nil : .object(input))
    }
    return (endpoint, offSchema)
  }

  func noteSecrets() {
    files.main.note("secrets are replaced by patterns and placeholders", at: pointer, level: .information)
  }

  /// Notes that a list is left out, because a contract cannot say that a list may be missing.
  func noteList(_ name: String, at location: ImportValue) {
    location.note(
      "\"\(name)\" is optional and needs more than one element, which a contract cannot have; it is left out")
  }

  /// Checks a value against its schema. Notes and records if it does not match.
  func check(
    _ example: JSON, _ schema: ImportValue, _ direction: SchemaSample.Direction, at location: ImportValue,
    _ offSchema: SchemaViolation
  ) {
    reader.checks.add([[[PatternValue(example)]]], schema, direction) { result in
      if let text = result.text(about: "the value") { location.note(text) }
      if case .differs = result { offSchema.isOff = true }
    }
  }
}
