/// What the names of `$same` stand for in one run of a scenario: each is bound by its first match, and holds after that.
struct Bindings: Sendable {
  /// The values by name.
  private(set) var values: [String: JSON] = [:]

  init() {}
}
