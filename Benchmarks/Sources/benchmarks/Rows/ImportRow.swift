import ContractKit
import Foundation

extension Row {
  /// Not `import`, which is a keyword.
  static let importing = Row(
    name: "import",
    lines: [
      Line(
        work: "`contract-run import` of an OpenAPI description with 1,500 operations: time of the whole process",
        wanted: .atMost(2, "s")),
      Line(work: "its peak of memory", wanted: .atMost(300, "MB")),
    ]
  ) { scale in
    let runner = try Built.product("contract-run")
    let document = Scratch.file("api.json")
    try Data(description(operations: scale.count(1500, small: 30)).text.utf8).write(to: URL(fileURLWithPath: document))
    // A new folder each time: importing again only compares.
    let runs = try await scale.measure(5) {
      try Child.run(
        [runner, "import", "openapi", document, "--out", Scratch.file("imported-\(UUID().uuidString)")],
        watchesPeak: true)
    }
    let time = runs.map(\.wall).median
    let peak = runs.compactMap(\.peak).max().map { Double($0) / 1_000_000 }
    return [
      Figure(value: time, text: "\(time.text(2)) s"),
      peak.map { Figure(value: $0, text: "\($0.short) MB") } ?? Figure(value: .nan, text: "not shown by this system"),
    ]
  }

  /// A description with schemas that refer to each other, and five operations for each of them.
  private static func description(operations: Int) -> JSON {
    let count = max(1, operations / 5)
    func reference(_ index: Int) -> JSON { ["$ref": .string("#/components/schemas/S\(index % count)")] }
    let schemas = (0..<count).map { index in
      let schema: JSON = [
        "type": "object", "required": ["id", "name"],
        "properties": [
          "id": ["type": "integer"], "name": ["type": "string", "maxLength": 40],
          "created": ["type": "string", "format": "date-time"],
          "code": ["type": "string", "pattern": #"^[A-Z]{3}-\d{4}$"#],
          "tags": ["type": "array", "items": ["type": "string"]], "owner": reference(index * 7 + 1),
          "state": ["enum": ["open", "done"]],
        ],
      ]
      return ("S\(index)", schema)
    }
    let paths = (0..<operations).map { index in
      let content: JSON = ["application/json": ["schema": reference(index)]]
      let operation: JSON = [
        "operationId": .string("operation\(index)"),
        "parameters": [["name": "id", "in": "path", "required": true, "schema": ["type": "integer"]]],
        "requestBody": ["content": content],
        "responses": ["200": ["description": "ok", "content": content], "404": ["description": "none"]],
      ]
      return ("/things\(index)/{id}", JSON.object([("put", operation)]))
    }
    return [
      "openapi": "3.1.0", "servers": [["url": "https://api.example.com"]], "paths": .object(paths),
      "components": ["schemas": .object(schemas)],
    ]
  }
}
