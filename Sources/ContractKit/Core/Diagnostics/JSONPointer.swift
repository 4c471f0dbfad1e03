/// JSON pointers (RFC 6901): the path from a document's root to one value.
package enum JSONPointer {
  /// Returns a member's name or an element's index as one step of a pointer, with its slash.
  package static func step(_ name: String) -> String {
    guard name.utf8.contains(where: { $0 == UInt8(ascii: "~") || $0 == UInt8(ascii: "/") }) else { return "/" + name }
    // By scalars, because a "~" with a combining accent is a single character.
    return name.unicodeScalars.reduce(into: "/") { text, scalar in
      text += scalar == "~" ? "~0" : scalar == "/" ? "~1" : String(scalar)
    }
  }
}
