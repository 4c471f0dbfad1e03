import ContractCore

/// A value that a pattern of a contract matches, as far as the pattern says what the value is.
struct PatternValue {
  /// The parts of a value that are not known.
  struct Gaps {
    /// The paths of parts of which nothing is known.
    fileprivate(set) var unknown: [String] = []
    /// The paths of parts of which only the type is known.
    fileprivate(set) var typed: [String] = []
    /// The paths of what an import wrote in place of secrets. It may have another form, but a secret is not one of a
    /// list of values.
    fileprivate(set) var replaced: [String] = []
    /// The paths of objects that may have more members than the value.
    fileprivate(set) var open: [String] = []
    /// The paths of members that are left out because they are optional; nil if they are there. If they are left out,
    /// only that is compared.
    fileprivate(set) var omitted: [String]?

    /// Returns whether a difference may be there only because a part is not known.
    func explain(_ failure: SchemaEvaluator.Failure) -> Bool {
      let path = failure.path.map(\.text).joined()
      if let omitted { return failure.actual != nil || !omitted.contains(path) }
      if typed.contains(path), failure.expected.hasSuffix("(type)") { return false }
      if replaced.contains(path) {
        return !["(type)", "(enum)", "(const)"].contains(where: failure.expected.hasSuffix)
      }
      func isIn(_ inner: String, _ outer: String) -> Bool { inner == outer || inner.hasPrefix(outer + "/") }
      // What is around an unknown part may differ because of that part.
      return (unknown + typed + replaced).contains { isIn(path, $0) || isIn($0, path) }
        || open.contains { isIn(path, $0) && (failure.actual == nil || path == $0) }
    }
  }

  private(set) var json: JSON = .null
  private(set) var gaps = Gaps()
  /// The paths of the alternatives in the pattern, and how many there are at each.
  private var choices: [(path: String, count: Int)] = []
  private var hasOptional = false
  /// The alternative that is taken, by its path and index. All others are not known.
  private var choice: (path: String, index: Int)?

  init(_ json: JSON) { self.json = json }

  private init(_ pattern: Pattern, omitsOptional: Bool = false, choice: (path: String, index: Int)? = nil) {
    self.choice = choice
    if omitsOptional { gaps.omitted = [] }
    json = value(pattern, "", isOpen: false)
  }

  /// Returns values that show what a pattern matches. Of each list, one value is enough to have what a schema describes:
  /// a pattern may have an alternative more than a schema.
  static func lists(of pattern: Pattern, _ budget: ImportBudget) -> [[PatternValue]] {
    let value = PatternValue(pattern)
    var lists = [[value]]
    let bytes = value.json.utf8.count
    for (path, count) in value.choices {
      // Each of them has the rest of the pattern, too.
      guard budget.spend(bytes: bytes * count) else { break }
      lists.append((0..<count).map { PatternValue(pattern, choice: (path, $0)) })
    }
    if value.hasOptional { lists.append([PatternValue(pattern, omitsOptional: true)]) }
    return lists
  }

  private mutating func value(_ pattern: Pattern, _ path: String, isOpen: Bool) -> JSON {
    switch pattern.kind {
    case .literal(let json):
      findSecrets(json, path, isSecret: false)
      return json
    case .array(let elements):
      return .array(elements.enumerated().map { value($1, "\(path)/\($0)", isOpen: isOpen) })
    case .object(let members):
      if isOpen { gaps.open.append(path) }
      return .object(
        members.compactMap { member in
          let location = path + JSONPointer.step(member.name)
          switch member.pattern.kind {
          case .absent: return nil
          case .optional where gaps.omitted != nil:
            gaps.omitted?.append(location)
            return nil
          default: return (member.name, value(member.pattern, location, isOpen: isOpen))
          }
        })
    case .partial(let inner): return value(inner, path, isOpen: true)
    case .optional(let inner):
      hasOptional = true
      return value(inner, path, isOpen: isOpen)
    case .anyOf(let patterns):
      if let choice, choice.path == path {
        self.choice = nil
        return value(patterns[choice.index], path, isOpen: isOpen)
      }
      choices.append((path, patterns.count))
      gaps.unknown.append(path)
      return .null
    default:
      guard let sample = pattern.kind.sample else {
        gaps.unknown.append(path)
        return .null
      }
      gaps.typed.append(path)
      return sample
    }
  }

  /// Notes the texts that an import writes in place of secrets. Under another name, somebody wrote them.
  private mutating func findSecrets(_ json: JSON, _ path: String, isSecret: Bool) {
    if isSecret, json.string.map(ImportSettings.isPlaceholder) == true { gaps.replaced.append(path) }
    let object = json.object
    for (name, value) in json.children {
      let hides = isSecret || object.map { Secrets.standard.isSecret(name: name, of: value, in: $0) } == true
      findSecrets(value, path + JSONPointer.step(name), isSecret: hides)
    }
  }
}

extension Pattern.Kind {
  /// A value of the type that all matching values have; nil if the pattern does not say the type.
  fileprivate var sample: JSON? {
    switch self {
    case .type(let types) where types.count == 1:
      switch types[0] {
      case .null: .some(.null)
      case .boolean: true
      case .number, .integer: 1
      case .string: "string"
      case .array: []
      case .object: [:]
      }
    case .regex(let regex): regex.isOfNumber ? 1 : "string"
    case .format: "string"
    case .contains, .each, .unordered: []
    default: nil
    }
  }
}
