// `$contains` and `$each`.

extension Matcher {
  mutating func match(contains inner: Pattern, _ pattern: Pattern, _ value: JSON, isPartial: Bool) {
    guard let elements = value.array else { return differ(pattern, value, expected: pattern.text) }
    if isSettled(by: elements.lazy.map { (inner, $0) }, isPartial: isPartial) { return }
    let now = self
    differ(
      pattern, value, expected: pattern.text, note: now.shortfalls(of: elements, from: inner, isPartial: isPartial))
  }

  /// Returns a note on how many elements there are, none of which matches, and on what the nearest one lacks.
  private func shortfalls(of elements: [JSON], from inner: Pattern, isPartial: Bool) -> String {
    if elements.isEmpty { return "the array is empty" }
    let none = elements.count == 1 ? "the only element does not match" : "none of \(elements.count) elements matches"
    guard !inner.isPlain, let nearest = nearest(to: inner, among: elements, isPartial: isPartial),
      let lacks = shortfall(inner, elements[nearest], isPartial: isPartial)
    else { return none }
    return "\(none)\nthe nearest is /\(nearest): \(lacks)"
  }

  /// Returns the index of the element with the fewest differences, and the first of equal ones. An element of another
  /// type is farther away than any element of the right type.
  package func nearest(to pattern: Pattern, among elements: [JSON], isPartial: Bool) -> Int? {
    var nearest: (index: Int, distance: Int)?
    for (index, element) in elements.enumerated() {
      let isOther = pattern.container.map { $0 != element.typeName } ?? false
      let distance = isOther ? .max : distance(pattern, element, isPartial: isPartial)
      if distance < nearest?.distance ?? .max || nearest == nil { nearest = (index, distance) }
      // An element that does not match has at least one difference.
      if distance <= 1 { break }
    }
    return nearest?.index
  }

  mutating func match(each inner: Pattern, _ pattern: Pattern, _ value: JSON, isPartial: Bool) {
    guard let elements = value.array else { return differ(pattern, value, expected: pattern.text) }
    if elements.isEmpty {
      return differ(pattern, value, expected: pattern.text, note: "the array is empty; one element is required")
    }
    for (index, element) in elements.enumerated() {
      if isQuiet, count > 0, !countsAll { return }
      match(inner, element, at: index, isPartial)
    }
  }
}

extension Pattern {
  /// The type of a pattern for an array or an object; nil for any other pattern.
  fileprivate var container: String? {
    switch unwrapped {
    case .array: "array"
    case .object: "object"
    default: nil
    }
  }
}
