/// The comparison of the outcome for a changed field with the outcomes of two calls with the original response.
struct FieldComparison {
  let edit: FieldChange.Edit
  let kind: FieldChange.Kind
  /// The places that changed in another way than the field, with their values, and those of the original response; nil for
  /// one that is missing.
  private(set) var changes: [(pointer: String, value: JSON?, base: JSON?)] = []
  /// Whether the changed value is in the outcome in place of the original one.
  private(set) var hasArrived = false

  /// Compares the outcome with those of the two calls with the original response. What differs between them is left out.
  mutating func compare(_ place: JSON.Counterparts) {
    let (value, base, again) = (place.values[0], place.values[1], place.values[2])
    if value == base { return }
    let isVolatile = base != again
    if !isVolatile, isArrival(value, of: base) {
      hasArrived = true
    } else if let inner = place.inner {
      for place in inner { compare(place) }
    } else if !isVolatile {
      changes.append((place.pointer, value, base))
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
