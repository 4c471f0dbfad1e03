import ContractCore

/// Which values of a document were read.
struct ReadTracker {
  /// The members or elements that were read, by name or index, of each value of which some were.
  private var parts: [String: Set<String>] = [:]
  /// The values of which everything inside was read.
  private var wholes: Set<String> = []

  /// Records that a member or element was read. Its own contents are recorded by themselves.
  mutating func read(_ name: String, of pointer: String) { parts[pointer, default: []].insert(name) }

  mutating func readAll(of pointer: String) { wholes.insert(pointer) }

  func hasRead(_ name: String, of pointer: String) -> Bool {
    wholes.contains(pointer) || parts[pointer]?.contains(name) == true
  }

  /// Returns the pointers of the values that were not read, the outermost only, in the document's order.
  func unread(in root: JSON) -> [String] {
    var unread: [String] = []
    // A list instead of recursion, because documents may be deep.
    var waiting = [(json: root, pointer: "", isRead: true)]
    while let next = waiting.popLast() {
      if next.isRead, wholes.contains(next.pointer) { continue }
      if next.isRead, let names = parts[next.pointer] {
        waiting += next.json.children.reversed().map { name, value in
          (value, next.pointer + JSONPointer.step(name), names.contains(name))
        }
      } else if !next.isRead || next.json.isScalar || next.json.count > 0 {
        // In an empty list or object, somebody looked for members, and there are none.
        unread.append(next.pointer)
      }
    }
    return unread
  }
}
