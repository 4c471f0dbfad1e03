import ContractCore

/// Which values of a document were read.
struct ReadTracker {
  private enum Use {
    /// Some of its members or elements, by name or index.
    case members(Set<String>)
    /// Everything inside it.
    case all
  }

  private var uses: [String: Use] = [:]

  /// Records that a member or element was read. Its own contents are recorded by themselves.
  mutating func read(_ name: String, of pointer: String) {
    switch uses[pointer] {
    case nil: uses[pointer] = .members([name])
    case .members(var names):
      if names.contains(name) { return }
      // Without this, the set would be copied.
      uses[pointer] = nil
      names.insert(name)
      uses[pointer] = .members(names)
    case .all: break
    }
  }

  mutating func readAll(of pointer: String) { uses[pointer] = .all }

  func hasRead(_ name: String, of pointer: String) -> Bool {
    switch uses[pointer] {
    case .all: true
    case .members(let names): names.contains(name)
    case nil: false
    }
  }

  /// Returns the pointers of the values that were not read, the outermost only, in the document's order.
  func unread(in root: JSON) -> [String] {
    var unread: [String] = []
    // A list instead of recursion, because documents may be deep.
    var waiting = [(json: root, pointer: "", isRead: true)]
    while let next = waiting.popLast() {
      switch uses[next.pointer] {
      case _ where !next.isRead: unread.append(next.pointer)
      case .all: break
      case .members(let names):
        waiting += next.json.children.reversed().map { name, value in
          (value, next.pointer + JSONPointer.step(name), names.contains(name))
        }
      // Somebody looked for members, and there are none.
      case nil: if next.json.isScalar || next.json.count > 0 { unread.append(next.pointer) }
      }
    }
    return unread
  }
}
