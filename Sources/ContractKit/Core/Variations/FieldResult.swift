/// What the client made of a changed field, compared with its outcome for the original response.
package struct FieldResult: Sendable {
  /// The result as accepted.json has it: `"same"`, a category of failures, an outcome, or the places that changed.
  package let json: JSON
  /// Whether the changed value is in the outcome in place of the original one, and everything else is the same.
  package let hasArrived: Bool
  /// The result as a whole outcome, which a file may have instead.
  private let whole: JSON

  /// The maximum number of places that are listed one by one.
  private static let placeLimit = 20

  /// Compares outcomes.
  ///
  /// - Parameters:
  ///   - base: The outcome for the original response.
  ///   - again: The outcome of a second call. What differs between the two is not compared.
  /// - Returns: nil if the outcome is neither a success nor a failure.
  package init?(
    _ outcome: Outcome, of kind: FieldChange.Kind, _ edit: FieldChange.Edit, base: Outcome, again: Outcome
  ) {
    guard let whole = Self.whole(outcome) else { return nil }
    self.whole = whole
    (json, hasArrived) = DeepStack.run { () -> (JSON, Bool) in
      var comparison = FieldComparison(edit: edit, kind: kind)
      switch (outcome, base, again) {
      case (.success(let value), .success(let base), .success(let again)):
        comparison.compare(JSON.Counterparts(value, base, again))
      case (.failure, .failure, .failure):
        comparison.compare(JSON.Counterparts(outcome.json, base.json, again.json))
        if !comparison.changes.isEmpty { return (whole, false) }
      default: return (whole, false)
      }
      let changes = comparison.changes
      if changes.isEmpty { return comparison.hasArrived ? (whole, true) : (.string(AcceptedFields.same), false) }
      if changes.count > Self.placeLimit || changes[0].pointer.isEmpty { return (whole, false) }
      return (["changed": .object(changes.map { ($0.pointer, $0.value?.shortened ?? ["$absent": true]) })], false)
    }
  }

  package func isDescribed(by entry: JSON) -> Bool { entry == json || entry == whole }

  /// Returns a whole outcome as a file has it; nil if it is neither a success nor a failure.
  private static func whole(_ outcome: Outcome) -> JSON? {
    switch outcome {
    case .success(let value): return ["success": value.shortened]
    case .failure(let failure, let values):
      let described = Self.described(failure)
      if let values, values.count > 0 { return ["failure": described, "values": values.shortened] }
      return described.string == nil ? ["failure": described] : described
    case .neverCompleted, .completedTwice, .neverResumed, .unsupported: return nil
    }
  }

  /// Returns a failure without its messages, which differ between platforms: only its category, if that says enough.
  private static func described(_ failure: JSON) -> JSON {
    if let category = failure["category"]?.string, category != Failure.Category.other.rawValue,
      Failure.categories.contains(category)
    {
      return .string(category)
    }
    return .object(Failure.described.compactMap { name in failure[name].map { (name, $0.shortened) } })
  }
}

extension JSON {
  /// The value with a description in place of each long string and each long array, so that people can review it. Equal
  /// values have equal descriptions.
  fileprivate var shortened: JSON {
    switch kind {
    case .string(let text) where text.utf8.count > 200:
      ["$long": .string("string of \(text.utf8.count) bytes, hash \(Fingerprint(of: text.utf8).text)")]
    case .array(let elements) where elements.count > 20:
      ["$long": .string("array of \(elements.count) elements, hash \(Fingerprint(of: utf8).text)")]
    case .array(let elements): .array(elements.map(\.shortened))
    case .object(let object): .object(object.members.map { ($0.name, $0.value.shortened) })
    case .null, .bool, .number, .string: self
    }
  }
}
