// Keywords for values of every type, for numbers and for strings.
extension SchemaEvaluator {
  mutating func matches(_ rules: [SchemaRule], _ value: JSON, _ evaluated: Evaluated?) -> Bool {
    var isValid = true
    for rule in rules where !matches(rule, value, evaluated) {
      if isQuiet { return false }
      isValid = false
    }
    return isValid
  }

  private mutating func matches(_ rule: SchemaRule, _ value: JSON, _ evaluated: Evaluated?) -> Bool {
    switch rule.kind {
    case .reference(let node): return matches(node, value, evaluated)
    case .dynamicReference(let node, let byResource): return matches(target(node, byResource), value, evaluated)
    case .allOf(let nodes):
      var isValid = true
      for node in nodes where !matches(node, value, evaluated) {
        if isQuiet { return false }
        isValid = false
      }
      return isValid
    case .anyOf(let nodes): return anyOf(nodes, rule, value, evaluated)
    case .oneOf(let nodes): return oneOf(nodes, rule, value, evaluated)
    case .not(let node):
      if !probe(node, value) { return stop == nil }
      fail(rule.rangeIndex, "a value that does not match the schema (not)", value)
      return false
    case .condition(let condition, let then, let otherwise):
      if then == nil, otherwise == nil, evaluated == nil { return true }
      let account = evaluated?.empty
      let holds = probe(condition, value, account)
      if stop != nil { return false }
      if holds, let account { evaluated?.formUnion(account) }
      guard let branch = holds ? then : otherwise else { return true }
      return matches(branch, value, evaluated)
    case .const(let expected):
      if expected == value { return true }
      let shown = isQuiet ? ("", "") : Excerpt.pair(expected.text, value.text)
      fail(rule.rangeIndex, expected: "\(shown.0) (const)", actual: shown.1)
      return false
    case .oneOfValues(let values):
      if values.contains(value) { return true }
      fail(rule.rangeIndex, Self.text(of: values), value)
      return false
    default: return true
    }
  }

  private static func text(of values: SchemaValues) -> String {
    let all = Excerpt.beginning(of: values.all.map(\.text).joined(separator: ", "))
    return values.all.isEmpty ? "nothing (enum is empty)" : "\(values.all.count == 1 ? "" : "one of ")\(all) (enum)"
  }

  // MARK: Branches

  private mutating func anyOf(_ nodes: [Int], _ rule: SchemaRule, _ value: JSON, _ evaluated: Evaluated?) -> Bool {
    var isValid = false
    for node in nodes {
      let account = evaluated?.empty
      guard probe(node, value, account) else { continue }
      isValid = true
      guard let account else { return true }
      evaluated?.formUnion(account)
    }
    if !isValid, stop == nil { failBranches(nodes, rule, value, keyword: "anyOf") }
    return isValid
  }

  private mutating func oneOf(_ nodes: [Int], _ rule: SchemaRule, _ value: JSON, _ evaluated: Evaluated?) -> Bool {
    var found: [Int] = []
    for (index, node) in nodes.enumerated() {
      let account = evaluated?.empty
      guard probe(node, value, account) else { continue }
      found.append(index + 1)
      if found.count > 1, isQuiet { return false }
      if let account { evaluated?.formUnion(account) }
    }
    if stop != nil { return false }
    if found.isEmpty { failBranches(nodes, rule, value, keyword: "oneOf") }
    if found.count > 1 {
      fail(
        rule.rangeIndex, expected: "a match of exactly one of \(nodes.count) schemas (oneOf)",
        actual: Excerpt.beginning(of: value.text), note: "schemas \(Self.list(found)) match it")
    }
    return found.count == 1
  }

  private static func list(_ numbers: [Int]) -> String {
    let shown = numbers.prefix(8).map(String.init)
    if numbers.count > 8 { return shown.joined(separator: ", ") + " and \(numbers.count - 8) more" }
    return English.listed(shown)
  }

  /// Adds a failure because no branch matches, with what the value lacks for the nearest branch. A branch for the
  /// value's type is nearer than any other; after that, the branch with the fewest failures is the nearest.
  private mutating func failBranches(_ nodes: [Int], _ rule: SchemaRule, _ value: JSON, keyword: String) {
    count += 1
    if isQuiet || failures.count >= Mismatch.Differences.limit { return }
    count -= 1
    var nearest: (index: Int, evaluator: SchemaEvaluator, isTyped: Bool)?
    for (index, node) in nodes.enumerated() {
      var branch = probe(isQuiet: false)
      _ = branch.matches(node, value)
      addCost(of: branch)
      if stop != nil { return }
      // A branch for another type of value is farther away than any other.
      let isTyped = program.accepts(typeOf: value, at: node)
      if let best = nearest, (best.isTyped ? 0 : 1, best.evaluator.count) <= (isTyped ? 0 : 1, branch.count) {
        continue
      }
      nearest = (index, branch, isTyped)
    }
    var note: String?
    if nodes.count > 1, let nearest, let first = nearest.evaluator.failures.first {
      let inside = first.path.dropFirst(path.count).map(\.text).joined()
      note =
        "schema \(nearest.index + 1) is nearest: \(inside.isEmpty ? "" : inside + ": ")expected "
        + "\(Excerpt.beginning(of: first.expected, limit: 80)), got "
        + Excerpt.beginning(of: first.actual ?? "nothing", limit: 80) + English.andMore(nearest.evaluator.count - 1)
    } else if let nearest {
      // There is only one branch, so its own failures explain more.
      for failure in nearest.evaluator.failures { append(failure) }
      return
    }
    fail(
      rule.rangeIndex,
      expected:
        "a match of \(keyword == "anyOf" ? "at least" : "exactly") one of \(nodes.count) schemas (\(keyword))",
      actual: Excerpt.beginning(of: value.text), note: note)
  }

  // MARK: Numbers

  mutating func matches(_ rules: [SchemaRule], _ number: JSON.Number, _ value: JSON) -> Bool {
    var isValid = true
    let decimal = number.decimal
    for rule in rules {
      let words: String
      switch rule.kind {
      case .minimum(let bound):
        if JSON.Number.Decimal.compare(decimal, bound.decimal) >= 0 { continue }
        words = "at least \(bound.text) (minimum)"
      case .exclusiveMinimum(let bound):
        if JSON.Number.Decimal.compare(decimal, bound.decimal) > 0 { continue }
        words = "more than \(bound.text) (exclusiveMinimum)"
      case .maximum(let bound):
        if JSON.Number.Decimal.compare(decimal, bound.decimal) <= 0 { continue }
        words = "at most \(bound.text) (maximum)"
      case .exclusiveMaximum(let bound):
        if JSON.Number.Decimal.compare(decimal, bound.decimal) < 0 { continue }
        words = "less than \(bound.text) (exclusiveMaximum)"
      case .multipleOf(let bound):
        if number.isMultiple(of: bound.number) { continue }
        words = "a multiple of \(bound.text) (multipleOf)"
      default: continue
      }
      fail(rule.rangeIndex, words, value)
      if isQuiet { return false }
      isValid = false
    }
    return isValid
  }

  // MARK: Strings

  mutating func matches(_ rules: [SchemaRule], _ string: String, _ value: JSON) -> Bool {
    var isValid = true
    for rule in rules {
      switch rule.kind {
      case .minLength(let count):
        if string.hasScalars(atLeast: count) { continue }
        fail(rule.rangeIndex, "at least \(English.counted(count, "character")) (minLength)", value)
      case .maxLength(let count):
        if count == .max || !string.hasScalars(atLeast: count + 1) { continue }
        fail(rule.rangeIndex, "at most \(English.counted(count, "character")) (maxLength)", value)
      case .pattern(let pattern):
        if finds(pattern, in: string, rule.rangeIndex) { continue }
        if stop != nil { return false }
        fail(rule.rangeIndex, "a string that contains a match of /\(pattern.text)/ (pattern)", value)
      case .format(let format):
        if format.includes(string) { continue }
        fail(rule.rangeIndex, "a string in the format \(format.rawValue) (format)", value)
      default: continue
      }
      if isQuiet { return false }
      isValid = false
    }
    return isValid
  }

  mutating func finds(_ regex: Pattern.Regex, in text: String, _ rangeIndex: Int) -> Bool {
    // It needs no record of slow searches.
    if let isFound = regex.compiled.plain?.isFound(in: text) { return isFound }
    switch searches.find(regex, in: text) {
    case .found: return true
    case .notFound: return false
    case .stopped:
      stop = .init(cause: .expression(regex.text), range: program.ranges[rangeIndex])
      return false
    }
  }
}

extension SchemaBound {
  fileprivate var text: String { Excerpt.beginning(of: number.literal, limit: 40) }
}

extension SchemaProgram {
  /// Returns whether a schema, or the one that it refers to, may match a value of this type.
  fileprivate func accepts(typeOf value: JSON, at index: Int) -> Bool {
    var node = nodes[index]
    for _ in 0..<8 {
      if let types = node.types { return types.value.contains { $0.includes(value) } }
      guard let first = node.rules.first, case .reference(let next) = first.kind else { break }
      node = nodes[next]
    }
    return !node.isFalse
  }
}

extension String {
  /// Returns whether there are at least so many Unicode scalars. They are counted only if the bytes do not decide it.
  fileprivate func hasScalars(atLeast count: Int) -> Bool {
    let bytes = utf8.count
    if bytes < count { return false }
    return bytes / 4 >= count || unicodeScalars.count >= count
  }
}
