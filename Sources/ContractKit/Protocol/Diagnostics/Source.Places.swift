extension Source {
  /// The places where the values of a source begin. The values themselves are not kept, because they would keep their
  /// source alive.
  struct Pointers: Sendable {
    enum Step: Sendable {
      case root
      case element(Int)
      case member(String)
    }

    private struct Entry: Sendable {
      var offset: Int
      /// The index of the place of the enclosing value.
      var parent: Int
      var step: Step
    }

    /// The places, by offset. A member's name and its value are two places.
    private var entries: [Entry] = []

    init() {}

    /// Adds a place. Places must be added in the order of their offsets.
    ///
    /// - Returns: The index of the place, for the places inside it.
    @discardableResult
    mutating func add(_ step: Step, at offset: Int, parent: Int) -> Int {
      entries.append(Entry(offset: offset, parent: parent, step: step))
      return entries.count - 1
    }

    /// Returns the RFC 6901 pointer of the value, or of the member whose name, begins at a byte offset; nil if none
    /// does.
    package func pointer(to offset: Int) -> String? {
      let found = entries.upperBound(of: offset, by: \.offset) - 1
      guard found >= 0, entries[found].offset == offset else { return nil }
      var steps: [String] = []
      var entry = entries[found]
      while true {
        switch entry.step {
        case .root: return steps.reversed().reduce(into: "") { $0 += $1 }
        case .element(let index): steps.append("/" + String(index))
        case .member(let name): steps.append(JSONPointer.step(name))
        }
        entry = entries[entry.parent]
      }
    }
  }
}
