extension Reply {
  /// A short form of the reply: `answered 200`.
  var summary: String {
    let answer =
      switch kind {
      case .status(let status): "answered \(status)"
      case .nonHTTP: "answered with bytes that are not HTTP"
      case .networkError(let error): "failed with \(Excerpt.visible(error.domain)) \(error.code)"
      }
    return attributed(answer)
  }

  /// Returns a text about the reply. If the reply does not come from the contract, it adds that contract-run sent it.
  package func attributed(_ text: String) -> String { isRunners ? "\(text) by contract-run itself" : text }
}
