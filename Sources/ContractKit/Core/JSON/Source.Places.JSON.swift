extension SourceRange {
  /// The RFC 6901 pointer of the value that begins here, or of the member whose name begins here; nil if there is none.
  /// The source is read again to find it.
  package var pointer: String? { source.entries { Source.Pointers(of: $0) }.pointer(to: start) }
}

extension Source.Pointers {
  /// Reads a source again. The result is empty if the source is not JSON.
  fileprivate init(of source: Source) {
    self.init()
    var ignored: [Diagnostic] = []
    if let root = JSON.parse(source, diagnostics: &ignored) { add(root, .root, parent: 0) }
  }

  private mutating func add(_ json: JSON, _ step: Step, parent: Int) {
    let entry = add(step, at: json.range?.start ?? 0, parent: parent)
    switch json.kind {
    case .array(let elements):
      for (index, element) in elements.enumerated() { add(element, .element(index), parent: entry) }
    case .object(let object):
      for member in object.members {
        add(.member(member.name), at: member.nameRange?.start ?? 0, parent: entry)
        add(member.value, .member(member.name), parent: entry)
      }
    default: break
    }
  }
}
