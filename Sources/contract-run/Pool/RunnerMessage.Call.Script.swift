import ContractCore

extension RunnerMessage.Call {
  /// The call that a script is to answer.
  init(id: Int, _ script: Script) {
    self.init(
      id: id, operation: script.contract.operation.value, transport: script.transport,
      baseURL: script.addresses.base.text,
      baseURLs: script.contract.baseURLs.map { ($0.name, script.addresses[$0.name]?.text ?? $0.url.text) },
      input: script.scenario.input)
  }
}
