extension Outcome {
  /// Returns the outcome with `{{baseURL}}` in place of the call's base URLs. On loopback, these differ from call to call.
  package func naming(_ addresses: Addresses) -> Outcome {
    let urls = addresses.placeholders
    return DeepStack.run {
      switch self {
      case .success(let value): .success(value.unfolded.naming(urls))
      case .failure(let failure, let values):
        .failure(failure.unfolded.naming(urls), values: values.map { $0.unfolded.naming(urls) })
      case .neverCompleted, .completedTwice, .neverResumed, .unsupported: self
      }
    }
  }
}

extension JSON {
  fileprivate func naming(_ urls: [(text: String, written: String)]) -> JSON {
    switch kind {
    case .string(let text):
      urls.contains { text.contains($0.text) }
        ? .string(MarkedText(text, urls: urls, secrets: nil).text) : self
    case .array(let elements): .array(elements.map { $0.naming(urls) })
    case .object(let object): .object(object.members.map { ($0.name, $0.value.naming(urls)) })
    case .null, .bool, .number: self
    }
  }
}
