import ContractCore

extension Plan {
  /// The chosen scenarios and variations as a JSON array, each element on its line. `contract-run schema list` describes it.
  var listing: String {
    let elements = clients.flatMap { client in client.chosen.map { client.element($0).text } }
    let text = elements.isEmpty ? "[]" : "[\n  \(elements.joined(separator: ",\n  "))\n]"
    return String(decoding: Array(text.utf8).withoutCommandsInJSON, as: UTF8.self)
  }
}

extension Plan.Client {
  fileprivate func element(_ job: Job) -> JSON {
    let range = job.scenario.declarationRange
    return [
      "id": .string(id(of: job)), "client": .string(name), "contract": .string(job.contract.name),
      "scenario": .string(job.scenario.name), "variation": JSON(orNull: job.variation?.name),
      "kind": JSON(orNull: job.kinds.last?.rawValue), "transport": JSON(orNull: job.transport?.rawValue),
      "skip": JSON(orNull: job.skip), "file": .string(range.source.path), "line": .number(range.position.line),
      "column": .number(range.position.column),
    ]
  }
}
