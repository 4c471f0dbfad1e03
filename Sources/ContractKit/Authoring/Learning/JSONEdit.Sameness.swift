import ContractCore

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
    case .remove: nil
    }
  }
}
