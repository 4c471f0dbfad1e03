package import ContractCore

extension Source {
  /// The value, as far as it can be read.
  var json: JSON? {
    var ignored: [Diagnostic] = []
    return JSON.parse(self, diagnostics: &ignored)
  }

  package var whole: SourceRange? { json?.range }

  /// Returns the text with values inserted and replaced. Every other byte stays as it is.
  ///
  /// Members that are added to one object, and elements that are added to one array, keep the order of their edits. If
  /// two edits replace the same value, the later one counts. These edits change nothing: one inside a value that another
  /// edit replaces, and one whose place is not a value of this text, or not an object or array as the edit requires.
  ///
  /// - Parameter edits: The edits, in any order. The text must be valid JSON; otherwise it is returned as it is.
  package func edited(_ edits: [JSONEdit]) -> [UInt8] {
    guard !edits.isEmpty, case .document(let document) = JSON.Document.read(self) else { return bytes }
    let changes = Dictionary(grouping: edits, by: \.range.start)
    // Inserted values are written recursively.
    return DeepStack.run {
      var editor = JSONEditor(self)
      var index = 0
      while index < document.tokens.count {
        let token = document.tokens[index]
        if let here = changes[token.start], !isName(token) {
          editor.apply(here.map(\.change), to: document.value(index))
        }
        // The second token of an array or object is not a value.
        index += token.isContainer ? 2 : 1
      }
      return editor.text
    }
  }

  private func isName(_ token: JSON.Document.Token) -> Bool {
    if token.isContainer { return false }
    let next = bytes.spaceEnd(from: token.end)
    return next < bytes.count && bytes[next] == UInt8(ascii: ":")
  }
}

extension SourceRange {
  /// The value that begins here, read again from the source; nil if there is none.
  package var json: JSON? {
    guard var value = source.json else { return nil }
    while let range = value.range, range.start < start {
      guard let next = value.values.last(where: { ($0.range?.start ?? .max) <= start }) else { return nil }
      value = next
    }
    return value.range?.start == start ? value : nil
  }
}
