/// RFC 6901 pointers: the path from a document's root to one value.
public enum JSONPointer {
  /// A member's name or an element's index as one step of a pointer, with its slash.
  public static func step(_ name: String) -> String {
    guard name.utf8.contains(where: { $0 == UInt8(ascii: "~") || $0 == UInt8(ascii: "/") }) else { return "/" + name }
    return name.reduce(into: "/") { text, character in
      text += character == "~" ? "~0" : character == "/" ? "~1" : String(character)
    }
  }

  /// The pointer of the value, or of the member whose name, begins at a byte offset of a source; nil where none does.
  public static func pointer(to offset: Int, in source: Source) -> String? {
    var ignored: [Diagnostic] = []
    guard let root = JSON.parse(source, diagnostics: &ignored) else { return nil }
    var pointer = ""
    var value = root
    while let range = value.range, range.source === source, range.start <= offset, offset < range.end {
      if range.start == offset { return pointer }
      switch value.kind {
      case .array(let elements):
        let index = elements.firstIndex { $0.range.map { $0.start <= offset && offset < $0.end } ?? false }
        guard let index else { return nil }
        pointer += "/\(index)"
        value = elements[index]
      case .object(let object):
        let member = object.members.first {
          guard let name = $0.nameRange, let value = $0.value.range else { return false }
          return name.start <= offset && offset < value.end
        }
        guard let member else { return nil }
        pointer += step(member.name)
        if member.nameRange?.start == offset { return pointer }
        value = member.value
      default: return nil
      }
    }
    return nil
  }
}
