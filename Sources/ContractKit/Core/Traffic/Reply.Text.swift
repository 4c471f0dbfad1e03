extension Reply {
  /// What a request was answered, in a few words: `answered 200`.
  var summary: String {
    let answer =
      switch kind {
      case .status(let status): "answered \(status)"
      case .nonHTTP: "answered with what is no HTTP"
      case .networkError(let error): "failed with \(Excerpt.visible(error.domain)) \(error.code)"
      }
    return attributed(answer)
  }

  /// What is said of the answer, and that it is the runner's own if the contract does not have it.
  func attributed(_ text: String) -> String { isRunners ? "\(text) by contract-run itself" : text }
}
