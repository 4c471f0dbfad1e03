import ContractCore

/// The values of an outcome as a contract writes them: with `{{baseURL}}` in place of the call's base URLs, and without
/// secrets that the contract does not already contain.
struct OutcomeValues {
  var scenario: Scenario
  var addresses: Addresses
  /// The time of the call.
  var present: Present

  /// Returns a pattern that matches a value.
  func describe(_ value: JSON) -> JSON {
    ValueProposal.make([value], of: .outcome(present) { [scenario] in scenario.contains($0) }, addresses: [addresses])
  }
}

extension Scenario {
  /// Returns whether a text is in the input or in a response.
  func contains(_ text: String) -> Bool {
    let texts = [text, String(JSON.string(text).text.dropFirst().dropLast())]
    let input = input.text
    if texts.contains(where: input.contains) { return true }
    return exchanges.contains { exchange in
      let bytes = exchange.response.body.map(\.bytes) ?? []
      var body = String(decoding: bytes, as: UTF8.self)
      // JSON may write any character as an escape.
      if body.contains("\\"), let json = JSON.parse(bytes) { body += json.text }
      return texts.contains { body.contains($0) }
        || exchange.response.headers.lines.contains { $0.value.contains(text) }
    }
  }
}
