extension Mismatch {
  /// A step from a value into one of its parts.
  enum Step {
    case name(String)
    case index(Int)

    /// The step as a JSON pointer has it.
    var text: String {
      switch self {
      case .name(let name): JSONPointer.step(name)
      case .index(let index): "/\(index)"
      }
    }
  }
}
