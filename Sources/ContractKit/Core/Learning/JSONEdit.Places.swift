extension JSONEdit {
  /// The name of the member that is added; nil if a value is replaced.
  var name: String? { if case .add(let name, _, _) = change { name } else { nil } }

  /// Returns whether two edits at the same place write the same value.
  func isSame(as other: JSONEdit) -> Bool { change.value == other.change.value }
}

extension JSONEdit.Change {
  /// The value that is written.
  fileprivate var value: JSON {
    switch self {
    case .add(_, let value, _), .append(let value), .replace(let value): value
    }
  }
}

extension SourceRange {
  /// The value that begins here, read again from the source; nil if there is none.
  var json: JSON? {
    var ignored: [Diagnostic] = []
    guard var value = JSON.parse(source, diagnostics: &ignored) else { return nil }
    while let range = value.range, range.start < start {
      let inner = value.array ?? value.object?.members.map(\.value) ?? []
      guard let next = inner.last(where: { ($0.range?.start ?? .max) <= start }) else { return nil }
      value = next
    }
    return value.range?.start == start ? value : nil
  }
}

extension Source {
  /// The range of the whole value.
  package var whole: SourceRange? {
    var ignored: [Diagnostic] = []
    return JSON.parse(self, diagnostics: &ignored)?.range
  }
}
