extension Source {
  /// Which values of a source begin where. Values themselves are not kept: they would keep their source.
  struct Places: Sendable {
    enum Step: Sendable {
      case root
      case element(Int)
      case member(String)
    }

    private struct Place: Sendable {
      var offset: Int
      /// The place of the value around it.
      var parent: Int
      var step: Step
    }

    /// By offset. A member's name and its value are two places.
    private var places: [Place] = []

    init() {}

    /// Adds a place, in the order of offsets.
    ///
    /// - Returns: The index of the place, for the places inside it.
    @discardableResult
    mutating func add(_ step: Step, at offset: Int, parent: Int) -> Int {
      places.append(Place(offset: offset, parent: parent, step: step))
      return places.count - 1
    }

    /// The RFC 6901 pointer of the value, or of the member whose name, begins at a byte offset; nil if none does.
    func pointer(to offset: Int) -> String? {
      let found = places.upperBound(of: offset, by: \.offset) - 1
      guard found >= 0, places[found].offset == offset else { return nil }
      var steps: [String] = []
      var place = places[found]
      while true {
        switch place.step {
        case .root: return steps.reversed().joined()
        case .element(let index): steps.append("/\(index)")
        case .member(let name): steps.append(JSONPointer.step(name))
        }
        place = places[place.parent]
      }
    }
  }
}
