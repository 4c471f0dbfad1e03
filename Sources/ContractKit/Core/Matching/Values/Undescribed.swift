/// What a driver says about who described a client's error.
package struct Undescribed: Sendable {
  /// The full name of the error's type, if neither the driver nor its kit describes the error; empty if its type says
  /// nothing, such as Python's Exception; nil if the error is described.
  package var type: String?
  /// The language of the driver; nil if the driver says none, and so has no kit.
  package var language: DriverLanguage?

  package init(_ type: String? = nil, in language: DriverLanguage? = nil) {
    (self.type, self.language) = (type, language)
  }

  /// Returns the advice on an error of the category `other`, if the contract expects another category; nil if the
  /// driver describes the error, because then the client is wrong.
  ///
  /// - Parameter category: The expected category; nil if the contract allows more than one.
  func advice(expecting category: Failure.Category?) -> String? {
    guard let type, !type.isEmpty else {
      if type == nil, language != nil { return nil }
      return "the client's own error has no category: describe its `type` and `case`, or let the driver set one"
    }
    let name = Excerpt.beginning(of: type)
    guard let code = language?.code(for: name, category?.rawValue ?? "…") else {
      return "the driver does not describe \(name), so it has no category: let the driver set one"
    }
    let meaning = category.map { "`\($0.rawValue)`" } ?? "what the contract expects"
    return
      "the driver does not describe \(name), so it has no category; if it means \(meaning), add to the driver:\n\(code)"
  }
}

extension DriverLanguage {
  /// The line of a driver that gives an error a category.
  fileprivate func code(for type: String, _ category: String) -> String {
    switch self {
    case .swift:
      "operations.mapFailures { error, failure in if error is \(type) { failure.category = .\(category) } }"
    case .python: "driver.failure(\(type), category=\"\(category)\")"
    case .javascript: "failure(error) { if (error instanceof \(type)) return { category: \"\(category)\" }; }"
    case .go:
      "contractdriver.Describe(func(err error) *contractdriver.Failure { if errors.As(err, new(\(type)))"
        + " { return &contractdriver.Failure{Category: \"\(category)\"} }; return nil })"
    }
  }
}
