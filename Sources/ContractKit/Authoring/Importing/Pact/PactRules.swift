import ContractCore

/// The matching rules of a request or an answer, in the form of any version of the specification.
struct PactRules {
  struct Rule {
    var category: String
    var path: PactPath
    var matchers: [ImportValue]
    /// Whether one of the matchers is enough.
    var isEither = false

    /// Reads a rule in the form of version 3.
    static func version3(_ category: String, _ path: PactPath, _ entry: ImportValue) -> Rule {
      let isEither = entry["combine"]?.string == "OR"
      return Rule(category: category, path: path, matchers: entry["matchers"]?.elements ?? [], isEither: isEither)
    }
  }

  private(set) var rules: [Rule] = []
  /// The rules for bodies, which are looked for at each place of a body.
  private var bodyRules: [Rule] = []
  private let budget: ImportBudget

  init(_ value: ImportValue?, _ budget: ImportBudget) {
    self.budget = budget
    for (key, entry) in value?.members ?? [] {
      if key.hasPrefix("$") { readVersion2(key, entry) } else { readVersion3(key, entry) }
    }
    bodyRules = rules.filter { $0.category == "body" }
  }

  /// Returns other rules, which may take the same.
  func replaced(by rules: [Rule]) -> PactRules {
    var other = PactRules(nil, budget)
    (other.rules, other.bodyRules) = (rules, rules.filter { $0.category == "body" })
    return other
  }

  /// Counts that some rules are looked through. Returns whether steps are left.
  func spend(_ rules: [Rule] = []) -> Bool { budget.spend(1 + rules.count / Self.rulesForStep) }

  private static let rulesForStep = 64

  /// Reads a rule such as `"$.body.id": {"match": "type"}`.
  private mutating func readVersion2(_ key: String, _ entry: ImportValue) {
    guard let path = PactPath(key), case .name(let first)? = path.steps.first else {
      return entry.lose("'\(key)' is not a path of a matching rule")
    }
    let category = first == "headers" ? "header" : first
    rules.append(Rule(category: category, path: PactPath(Array(path.steps.dropFirst())), matchers: [entry]))
  }

  private mutating func readVersion3(_ category: String, _ entry: ImportValue) {
    if entry.json["matchers"] != nil { return rules.append(.version3(category, PactPath([]), entry)) }
    for (key, inner) in entry.members {
      // Other keys are names of headers or query items, perhaps with an index.
      let path = key.hasPrefix("$") ? PactPath(key, of: inner) : PactPath([.name(key)])
      if let path { rules.append(.version3(category, path, inner)) }
    }
  }

  /// Returns the rule for a place in a body.
  ///
  /// - Returns: The rule, and whether it is a rule for a value around the place. Of those, only `type` matters.
  func rule(at steps: [PactPath.Step]) -> (rule: Rule, isAround: Bool)? {
    guard spend(bodyRules) else { return nil }
    let fitting = bodyRules.map { (rule: $0, weight: $0.path.weight(of: steps)) }.filter { $0.weight > 0 }
    guard
      let best = fitting.max(by: { a, b in
        (a.rule.path.steps.count, a.weight) < (b.rule.path.steps.count, b.weight)
      })
    else { return nil }
    return (best.rule, best.rule.path.steps.count < steps.count)
  }

  /// Returns the rule for a value of a header or a query item: one for its index before one for all of them.
  func rule(_ category: String, _ name: String, _ index: Int) -> Rule? {
    guard spend(rules) else { return nil }
    func isSame(_ a: String, _ b: String) -> Bool { category == "header" ? a.isSameName(b) : a.isExactly(b) }
    func weight(_ rule: Rule) -> Int {
      guard rule.category == category, let first = rule.path.steps.first else { return 0 }
      let rest = rule.path.steps.dropFirst().first
      switch first {
      case .name(let own) where isSame(own, name):
        return rest == .index(index) ? 4 : rest == nil || rest == .anyIndex ? 2 : 0
      case .name(let own) where isSame(own, "\(name)[\(index)]"): return 4
      case .name(let own) where isSame(own, "\(name)[*]"): return 2
      case .anyName: return 1
      default: return 0
      }
    }
    return rules.map { ($0, weight($0)) }.filter { $0.1 > 0 }.max { $0.1 < $1.1 }?.0
  }

  var ofPath: Rule? { rules.first { $0.category == "path" } }

  /// Notes the rules of an answer, whose example is played as it is.
  func leaveOut() {
    for matcher in rules.flatMap(\.matchers) {
      matcher.lose("the rules of answers are not imported; the example is the answer", level: .information)
    }
  }
}
