import ContractCore

extension SourceRange {
  /// The value that begins here, read again from the source; nil if there is none.
  var json: JSON? {
    var ignored: [Diagnostic] = []
    guard var value = JSON.parse(source, diagnostics: &ignored) else { return nil }
    while let range = value.range, range.start < start {
      guard let next = value.values.last(where: { ($0.range?.start ?? .max) <= start }) else { return nil }
      value = next
    }
    return value.range?.start == start ? value : nil
  }
}
