/// RFC 6901 pointers: the path from a document's root to one value.
public enum JSONPointer {
  /// A member's name or an element's index as one step of a pointer, with its slash.
  public static func step(_ name: String) -> String {
    guard name.utf8.contains(where: { $0 == UInt8(ascii: "~") || $0 == UInt8(ascii: "/") }) else { return "/" + name }
    // By scalars: a "~" with a combining accent is one character.
    return name.unicodeScalars.reduce(into: "/") { text, scalar in
      text += scalar == "~" ? "~0" : scalar == "/" ? "~1" : String(scalar)
    }
  }

  /// The pointer of the value, or of the member whose name, begins at a byte offset of a source; nil where none does.
  public static func pointer(to offset: Int, in source: Source) -> String? { source.pointer(to: offset) }

  /// Which values of a source begin where. Values themselves are not kept: they would keep their source.
  struct Index: Sendable {
    private enum Step: Sendable {
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

    /// Reads a source again; nothing is known of one that is no JSON.
    init(of source: Source) {
      var ignored: [Diagnostic] = []
      if let root = JSON.parse(source, diagnostics: &ignored) { add(root, .root, parent: 0) }
    }

    private mutating func add(_ json: JSON, _ step: Step, parent: Int) {
      let place = places.count
      places.append(Place(offset: json.range?.start ?? 0, parent: parent, step: step))
      switch json.kind {
      case .array(let elements):
        for (index, element) in elements.enumerated() { add(element, .element(index), parent: place) }
      case .object(let object):
        for member in object.members {
          places.append(Place(offset: member.nameRange?.start ?? 0, parent: place, step: .member(member.name)))
          add(member.value, .member(member.name), parent: place)
        }
      default: break
      }
    }

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
