extension Matcher {
  mutating func differ(
    _ pattern: Pattern, _ value: JSON?, expected: @autoclosure () -> String, note: @autoclosure () -> String? = nil
  ) {
    count += 1
    if isQuiet || differences.count >= Self.limit { return }
    let (shownExpected, shownActual) = Excerpt.pair(expected(), value?.text ?? "")
    add(pattern, shownExpected, value == nil ? nil : shownActual, note() ?? lookalike(pattern, value))
  }

  mutating func differ(_ pattern: Pattern, expected: String, actual: String?, note: String?) {
    count += 1
    if isQuiet || differences.count >= Self.limit { return }
    add(pattern, expected, actual, note)
  }

  private mutating func add(_ pattern: Pattern, _ expected: String, _ actual: String?, _ note: String?) {
    var pointer = ""
    for step in path {
      switch step {
      case .name(let name): pointer += JSONPointer.step(name)
      case .index(let index): pointer += "/\(index)"
      }
    }
    differences.append(
      Difference(pointer: pointer, expected: expected, actual: actual, note: note, range: pattern.range))
  }

  /// Where two strings look the same but are not, the code points of both around the first difference.
  private func lookalike(_ pattern: Pattern, _ value: JSON?) -> String? {
    guard case .literal(let literal) = pattern.kind, let expected = literal.string, let actual = value?.string,
      expected == actual, !expected.isExactly(actual)
    else { return nil }
    let (left, right) = (Array(expected.unicodeScalars), Array(actual.unicodeScalars))
    let same = zip(left, right).prefix { $0 == $1 }.count
    func codes(_ scalars: [UnicodeScalar]) -> String {
      scalars.dropFirst(same).prefix(3).map { "U+" + Hexadecimal.text($0.value, width: 4, uppercase: true) }
        .joined(separator: " ")
    }
    return "they look alike: expected \(codes(left)), got \(codes(right)) at character \(same + 1)"
  }
}

extension Matcher {
  /// The differences as findings, with what was not told in full counted on the last.
  func findings(_ part: Mismatch.Part, request: Int? = nil, prefix: String = "") -> [Finding] {
    var mismatches = differences.map {
      Mismatch(
        part, request: request, pointer: prefix + $0.pointer, expected: $0.expected,
        actual: $0.actual,
        note: $0.note, range: $0.range)
    }
    if count > differences.count, var last = mismatches.popLast() {
      last.note = [last.note, "and \(count - differences.count) differences more"].compactMap(\.self).joined(
        separator: "\n")
      mismatches.append(last)
    }
    return mismatches.map { .mismatch($0) }
      + stopped.map {
        $0.expression.isEmpty ? .schemaStopped(at: $0.range) : .regexStopped($0.expression, at: $0.range)
      }
  }
}
