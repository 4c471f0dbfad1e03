import ContractCore

/// A path of a matching rule: `$`, names as `.name` or `['name']`, indexes as `[0]`, and the wildcards `.*` and `[*]`
/// (Pact specification, matching rules).
struct PactPath: Equatable {
  enum Step: Equatable {
    case name(String)
    case index(Int)
    case anyName
    case anyIndex
  }

  let steps: [Step]

  init(_ steps: [Step]) { self.steps = steps }

  /// Reads the path of a matching rule; nil if it is not one, which is noted.
  init?(_ text: String, of rule: ImportValue) {
    guard let path = PactPath(text) else {
      rule.lose("'\(text)' is not a path of a matching rule")
      return nil
    }
    self = path
  }

  init?(_ text: String) {
    guard text.hasPrefix("$") else { return nil }
    var rest = text.dropFirst()
    var steps: [Step] = []
    while let first = rest.first {
      if first == "." {
        let name = rest.dropFirst().prefix { $0 != "." && $0 != "[" }
        if name.isEmpty { return nil }
        steps.append(name == "*" ? .anyName : .name(String(name)))
        rest = rest.dropFirst(1 + name.count)
      } else if first == "[" {
        let inner = rest.dropFirst()
        if let quote = inner.first, quote == "'" || quote == "\"" {
          guard let end = inner.dropFirst().firstRange(of: "\(quote)]") else { return nil }
          steps.append(.name(String(inner.dropFirst()[..<end.lowerBound])))
          rest = rest[end.upperBound...]
        } else {
          guard let end = inner.firstIndex(of: "]") else { return nil }
          let text = inner[..<end]
          guard text == "*" || JSONPointer.index(String(text)) != nil else { return nil }
          steps.append(text == "*" ? .anyIndex : .index(Int(text) ?? 0))
          rest = inner[inner.index(after: end)...]
        }
      } else {
        return nil
      }
    }
    self.steps = steps
  }

  /// Returns how exactly this path describes other steps: 1, and 1 for each step that is not a wildcard. 0 if it
  /// describes neither them nor steps around them.
  func weight(of other: [Step]) -> Int {
    guard steps.count <= other.count else { return 0 }
    var weight = 1
    for pair in zip(steps, other) {
      switch pair {
      case (.anyName, .name), (.anyIndex, .index), (.anyName, .index): continue
      case let (a, b):
        if a != b { return 0 }
        weight += 1
      }
    }
    return weight
  }
}
