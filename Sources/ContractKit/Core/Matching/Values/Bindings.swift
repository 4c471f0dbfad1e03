/// The values of `$same` names in one run of a scenario. The first match binds a name, and the value holds after that.
package struct Bindings: Sendable {
  struct Bound: Sendable {
    var value: JSON
    /// The number of the request that contained it, from 1; nil for the outcome.
    var request: Int?
    /// The place of the `$same` that matched it first.
    var range: SourceRange
  }

  private(set) var values: [ExactString: Bound] = [:]
  /// The number of the request that is being compared, from 1; nil for the outcome.
  var request: Int?

  var ofOutcome: Bindings { copy(of: self) { $0.request = nil } }

  /// The value of a name; nil if nothing has bound it yet.
  subscript(name: String) -> Bound? { values[ExactString(name)] }

  package mutating func bind(_ name: String, to value: JSON, at range: SourceRange) {
    values[ExactString(name)] = Bound(value: value, request: request, range: range)
  }
}

extension Bindings.Bound {
  /// Returns what bound the name, in words.
  package func text(of name: String) -> String {
    let by = request.map { "request \($0)" } ?? "the outcome"
    return "\(JSON.string(name).text) was bound by \(by), at \(range.description)"
  }
}
