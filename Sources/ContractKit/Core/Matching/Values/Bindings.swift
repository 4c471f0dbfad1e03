/// What the names of `$same` stand for in one run of a scenario: each is bound by its first match, and holds after that.
struct Bindings: Sendable {
  /// A value that has a name.
  struct Bound: Sendable {
    var value: JSON
    /// The request that it came in, from 1; nil for the outcome.
    var request: Int?
    /// The `$same` that it matched first.
    var range: SourceRange
  }

  /// The values by name.
  private(set) var values: [ExactString: Bound] = [:]
  /// The request that is being compared, from 1; nil for the outcome.
  var request: Int?

  init() {}

  /// The same, where the outcome is compared.
  var ofOutcome: Bindings {
    var bindings = self
    bindings.request = nil
    return bindings
  }

  /// What a name stands for; nil where nothing has bound it yet.
  subscript(name: String) -> Bound? { values[ExactString(name)] }

  /// Lets a name stand for a value from now on.
  mutating func bind(_ name: String, to value: JSON, at range: SourceRange) {
    values[ExactString(name)] = Bound(value: value, request: request, range: range)
  }
}

extension Bindings.Bound {
  /// What bound the name, in words.
  func text(of name: String) -> String {
    let by = request.map { "request \($0)" } ?? "the outcome"
    return "\(JSON.string(name).text) was bound by \(by), at \(range.description)"
  }
}
