/// A value that a pattern of a contract matches, as far as the pattern says what the value is.
struct PatternValue {
  /// The parts of a value that are not known.
  struct Gaps {
    /// The paths of parts of which nothing is known.
    fileprivate(set) var unknown: [String] = []
    /// The paths of objects that may have more members than the value.
    fileprivate(set) var open: [String] = []

    /// Returns whether a difference may be there only because a part is not known.
    func explain(_ failure: SchemaEvaluator.Failure) -> Bool {
      let path = failure.path.map(\.text).joined()
      func isIn(_ inner: String, _ outer: String) -> Bool { inner == outer || inner.hasPrefix(outer + "/") }
      // What is around an unknown part may differ because of that part.
      return unknown.contains { isIn(path, $0) || isIn($0, path) }
        || open.contains { isIn(path, $0) && (failure.actual == nil || path == $0) }
    }
  }

  private(set) var json: JSON = nil
  private(set) var gaps = Gaps()

  init(_ pattern: Pattern) { json = value(pattern, "", isOpen: false) }

  private mutating func value(_ pattern: Pattern, _ path: String, isOpen: Bool) -> JSON {
    switch pattern.kind {
    case .literal(let json): return json
    case .array(let elements):
      return .array(elements.enumerated().map { value($1, "\(path)/\($0)", isOpen: isOpen) })
    case .object(let members):
      if isOpen { gaps.open.append(path) }
      return .object(
        members.compactMap { member in
          if case .absent = member.pattern.kind { return nil }
          return (member.name, value(member.pattern, path + JSONPointer.step(member.name), isOpen: isOpen))
        })
    case .partial(let inner): return value(inner, path, isOpen: true)
    case .optional(let inner): return value(inner, path, isOpen: isOpen)
    default:
      gaps.unknown.append(path)
      return nil
    }
  }
}
