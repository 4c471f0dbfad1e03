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
    mapStrings { text in
      let hasURL = urls.contains { text.contains($0.text) }
      return .string(hasURL ? MarkedText(text, urls: urls, secrets: nil).text : text)
    }
  }
}
