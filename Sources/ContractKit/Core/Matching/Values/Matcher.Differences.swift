extension Matcher {
  typealias Difference = Mismatch.Difference

  /// The differences that are reported in full.
  var differences: [Difference] { collected.reported }
  /// The number of all differences, reported in full or not.
  var count: Int { collected.count }

  /// Records that a value does not match a pattern.
  ///
  /// - Parameters:
  ///   - value: The received value; nil if there was none.
  ///   - step: The step from here to the value; nil if it is here.
  ///   - kind: The way in which they differ; by default it follows from the pattern and the value.
  mutating func differ(
    _ pattern: Pattern, _ value: JSON?, at step: Mismatch.Step? = nil, expected: @autoclosure () -> String,
    note: @autoclosure () -> String? = nil, kind: Difference.Kind? = nil
  ) {
    if isQuiet { return collected.addUnreported() }
    if let step { path.append(step) }
    defer { if step != nil { path.removeLast() } }
    let kind = kind ?? Self.kind(pattern, value)
    if !counts(kind) { return }
    let pair = (expected: expected(), actual: value?.text ?? "")
    // A part of a secret cannot be recognized, so secrets are hidden before a text is cut.
    let isCut = max(pair.expected.utf8.count, pair.actual.utf8.count) > Excerpt.limit
    let whole = isCut ? (Mask.standard.text(pair.expected), Mask.standard.text(pair.actual)) : pair
    let (shownExpected, shownActual) = Excerpt.pair(whole.0, whole.1)
    var difference = Difference(
      kind: kind, pointer: pointer, expected: shownExpected, actual: value == nil ? nil : shownActual,
      note: note() ?? Self.note(on: value, insteadOf: pattern), range: pattern.range)
    if whole != pair { difference.hiding = .tokens }
    if kind == .wrongType {
      difference.expectedType = pattern.describedType
      difference.actualType = value?.typeName
    }
    if kind == .changed, case .literal(let literal) = pattern.kind, let expected = literal.string,
      let actual = value?.string
    {
      difference.lines = TextDiff(expected, actual)?.text
    }
    collected.report(difference)
  }

  /// Records a difference with its own texts.
  ///
  /// - Parameter kind: The way in which they differ. By default, missing if nothing came, and changed otherwise.
  mutating func differ(
    _ pattern: Pattern, expected: String, actual: String?, note: String?, kind: Difference.Kind? = nil
  ) {
    if isQuiet { return collected.addUnreported() }
    let kind = kind ?? (actual == nil ? .missing : .changed)
    if !counts(kind) { return }
    collected.report(
      Difference(kind: kind, pointer: pointer, expected: expected, actual: actual, note: note, range: pattern.range))
  }

  /// Records that an array's element is there, but not where it was expected.
  mutating func differ(moved pattern: Pattern, _ value: JSON, from expected: Int, to actual: Int) {
    if isQuiet { return collected.addUnreported() }
    let array = pointer
    path.append(.index(actual))
    defer { path.removeLast() }
    if !counts(.moved) { return }
    let text = Excerpt.beginning(of: value.text)
    collected.report(
      Difference(
        kind: .moved, pointer: pointer, expectedPointer: "\(array)/\(expected)",
        expected: "\(text) at \(array)/\(expected)", actual: text, range: pattern.range))
  }

  mutating func differ(times: Int) {
    if isQuiet { return collected.addUnreported(times) }
    collected.add(times, .changed)
  }

  /// Counts a difference at the current place. Returns whether to report it in full.
  private mutating func counts(_ kind: Difference.Kind) -> Bool {
    arrays.steps += path.count
    // With very many differences at great depth, computing the place of each would take longer than everything else.
    let isDeep = arrays.steps > Arrays.stepLimit
    return collected.add(kind, at: isDeep ? nil : place)
  }

  private var pointer: String { path(withIndices: true) }

  /// The pointer with `*` in place of each index.
  private var place: String { path(withIndices: false) }

  private func path(withIndices: Bool) -> String {
    var pointer = ""
    for step in path {
      switch step {
      case .name(let name): pointer += JSONPointer.step(name)
      case .index(let index): pointer += withIndices ? "/\(index)" : "/*"
      }
    }
    return pointer
  }

  private static func kind(_ pattern: Pattern, _ value: JSON?) -> Difference.Kind {
    guard let value else { return .missing }
    if case .absent = pattern.kind { return .unexpected }
    let isOther =
      switch pattern.kind {
      case .literal(let literal): literal.typeName != value.typeName
      case .array: value.array == nil
      case .object: value.object == nil
      case .regex(let regex): regex.text(of: value) == nil
      case .type(let names): !(value.number != nil && names.contains(.integer))
      default: false
      }
    return isOther ? .wrongType : .changed
  }

  func findings(_ part: Mismatch.Part, request: Int? = nil, comparing pattern: Pattern, with value: JSON) -> [Finding] {
    var named = self
    if differences.contains(where: { !$0.pointer.isEmpty }) {
      let compared = [pattern.json, value]
      named.collected.replace { difference in
        var difference = difference
        for place in [difference.pointer, difference.expectedPointer].compactMap(\.self) {
          let steps = ((try? JSONPointer.steps(place)) ?? []).dropFirst(path.count)
          difference.names += compared.flatMap { $0.namesOfValue(at: steps) }
        }
        return difference
      }
    }
    return named.findings(part, request: request, whole: pattern.range)
  }

  /// Returns the differences as one finding, followed by the comparisons that were stopped.
  ///
  /// - Parameter whole: The place of the pattern that all of the differences are about.
  func findings(_ part: Mismatch.Part, request: Int? = nil, whole: SourceRange? = nil) -> [Finding] {
    let differences = part == .body || part == .outcome ? collected : collected.of(part)
    let mismatch = Mismatch(part, request: request, differences, whole: whole)
    return (mismatch.map { [.mismatch($0)] } ?? []) + stopped.map { .stopped($0.cause, at: $0.range) }
  }
}

extension Pattern {
  /// The JSON type of the literal value that the pattern describes; nil for a matcher.
  fileprivate var describedType: String? {
    switch kind {
    case .literal(let json): json.typeName
    case .array: "array"
    case .object: "object"
    default: nil
    }
  }
}
