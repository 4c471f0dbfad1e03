extension Mismatch {
  /// A step from a value into one of its parts.
  package enum Step {
    case name(String)
    case index(Int)

    /// The step in the syntax of a JSON pointer.
    package var text: String {
      switch self {
      case .name(let name): JSONPointer.step(name)
      case .index(let index): "/\(index)"
      }
    }
  }
}
