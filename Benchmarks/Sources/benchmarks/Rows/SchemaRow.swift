import ContractCore
import ContractKit
import Foundation

extension Row {
  /// ContractKit judges a client's result against a contract's expectation, with script, verdict, and a description of
  /// each mistake and its place. Python only answers yes or no. Both start with the documents as values in memory and
  /// with a compiled schema.
  static let schema = Row(
    name: "schema",
    lines: [
      Line(
        work:
          "a JSON Schema of 200 keywords, and 10,000 documents of 2 kB, half of them invalid in one place: rate by CPU"
          + " relative to Python's `jsonschema`",
        wanted: .atLeast(20))
    ]
  ) { scale in
    if let missing = Python.missing("jsonschema") { throw missing }
    let lines = GeneratedOrders.lines(scale.count(10_000, small: 100))
    let documents = lines.compactMap { JSON.parse($0)?.made }
    if documents.count != lines.count { throw Wrong("a document is not JSON") }
    let file = Scratch.file("orders.json")
    try Data("[\(lines.joined(separator: ",\n"))]".utf8).write(to: URL(fileURLWithPath: file))
    let contract = try orders()
    let rounds = try await scale.measure(3) {
      var valid: [Bool] = []
      let cost = await Cost.of {
        for document in documents {
          let script = Script(contract.scenarios[0], of: contract, transport: .memory)
          script.finish(.success(document))
          valid.append(script.verdict().status == .passed)
        }
      }
      let python = try Python.validity(schema: Built.package + "/Data/order.schema.json", documents: file)
      if python.valid != valid { throw Wrong("not the same documents are valid") }
      if valid != valid.indices.map({ $0 % 2 == 0 }) { throw Wrong("not every second document is valid") }
      return (ours: cost.cpu, python: python.seconds)
    }
    let ratio = rounds.map { $0.python / $0.ours }.median
    let each = rounds.map(\.ours).median / Double(documents.count) * 1e6
    let bytes = lines.reduce(0) { $0 + $1.utf8.count } / lines.count
    return [Figure(value: ratio, text: "\(ratio.short) (\(each.short) µs a document of \(bytes) bytes)")]
  }

  /// Returns a contract whose expectation is only the schema.
  private static func orders() throws -> Contract {
    let folder = try Scratch.folder("specs-schema")
    try FileManager.default.copyItem(
      atPath: Built.package + "/Data/order.schema.json", toPath: folder + "/order.schema.json")
    let text = """
      {
        "contract": 1, "endpoint": "order",
        "scenarios": [
          { "name": "valid", "exchanges": [], "expect": { "success": { "$jsonSchema": "order.schema.json" } } }
        ]
      }
      """
    try Data(text.utf8).write(to: URL(fileURLWithPath: folder + "/order.contract.json"))
    let set = ContractSet.load([folder])
    guard let contract = set.contracts.first, set.diagnostics.isEmpty else {
      throw Wrong(set.diagnostics.map(\.message).joined(separator: "; "))
    }
    return contract
  }
}

extension JSON {
  /// The value with all its parts made, as Python's reader makes them. A value that was read from a text makes its
  /// parts only on request.
  fileprivate var made: JSON {
    switch kind {
    case .array(let elements): JSON(.array(elements.map(\.made)))
    case .object(let object): .object(object.members.map { ($0.name, $0.value.made) })
    default: JSON(kind)
    }
  }
}
