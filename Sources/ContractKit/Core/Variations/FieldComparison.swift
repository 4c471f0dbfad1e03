/// The comparison of the outcome for a changed field with the outcomes of two calls with the original response.
struct FieldComparison {
  let edit: FieldChange.Edit
  let kind: FieldChange.Kind
  /// The places that changed in another way than the field, with their values; nil for one that is missing.
  private(set) var changes: [(pointer: String, value: JSON?)] = []
  /// Whether the changed value is in the outcome in place of the original one.
  private(set) var hasArrived = false

  /// Compares the values at one place. What differs between the two calls with the original response is left out.
  mutating func compare(_ value: JSON?, _ base: JSON?, _ again: JSON?, at pointer: String) {
    if value == base { return }
    let isVolatile = base != again
    if !isVolatile, isArrival(value, of: base) {
      hasArrived = true
      return
    }
    if let value = value?.object, let base = base?.object, let again = again?.object {
      for name in (base.members + value.members).map(\.name).uniqued(on: { ExactString($0) }) {
        compare(value[name], base[name], again[name], at: pointer + JSONPointer.step(name))
      }
    } else if let value = value?.array, let base = base?.array, let again = again?.array,
      value.count == base.count, base.count == again.count
    {
      for index in base.indices { compare(value[index], base[index], again[index], at: "\(pointer)/\(index)") }
    } else if !isVolatile {
      changes.append((pointer, value))
    }
  }

  /// Returns whether a value in the outcome is the changed one, in place of the original one.
  private func isArrival(_ value: JSON?, of base: JSON?) -> Bool {
    guard let base else { return false }
    if kind == .many {
      // The client may have its own form of the elements.
      guard let elements = value?.array, let old = base.array, let first = old.first else { return false }
      return old.count == edit.old.count && elements.count == FieldChange.elementCount
        && elements.allSatisfy { $0 == first }
    }
    guard base == edit.old else { return false }
    guard let value else { return kind == .missing }
    return edit.new.map { $0 == value } ?? false
  }
}
