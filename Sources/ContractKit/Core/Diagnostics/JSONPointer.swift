/// RFC 6901 pointers: the path from a document's root to one value.
package enum JSONPointer {
  /// A member's name or an element's index as one step of a pointer, with its slash.
  package static func step(_ name: String) -> String {
    guard name.utf8.contains(where: { $0 == UInt8(ascii: "~") || $0 == UInt8(ascii: "/") }) else { return "/" + name }
    // By scalars: a "~" with a combining accent is one character.
    return name.unicodeScalars.reduce(into: "/") { text, scalar in
      text += scalar == "~" ? "~0" : scalar == "/" ? "~1" : String(scalar)
    }
  }
}
