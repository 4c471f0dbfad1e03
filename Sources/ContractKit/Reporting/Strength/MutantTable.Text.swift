import ContractCore

extension MutantTable.Row {
  var name: String { part.text }

  /// What is not noticed, and what to do next.
  var advice: String {
    let isIgnored = unnoticed.isSuperset(of: [.changed, .removed])
    return switch part {
    case .header(let name) where isIgnored: "\(Self.unasserted) \"headers\": { \(JSON.string(name).text): … }"
    case .cookie(let name) where isIgnored:
      "\(Self.unasserted) \"headers\": { \"Cookie\": { \(JSON.string(name).text): … } }"
    case .query(let name) where isIgnored: "\(Self.unasserted) \"query\": { \(JSON.string(name).text): … }"
    case .path: "another path passes; describe \"pathParameters\" more closely"
    default: unnoticedText + (unnoticed == [.removed] ? "; leave out $optional" : "; describe it more closely")
    }
  }

  private static let unasserted = "no exchange of the contract asserts it; add"

  private var unnoticedText: String {
    var texts: [String] = []
    if unnoticed.contains(.changed) { texts.append("another value passes") }
    if unnoticed.contains(.removed) { texts.append("it can be missing") }
    if unnoticed.contains(.added) { texts.append("more members or elements pass") }
    return texts.joined(separator: ", ")
  }
}

extension Mutant.Part {
  /// The part in reports: its name, the name or number of what it is, and the pointer of a value.
  var names: (part: String, name: String?, pointer: String?) {
    switch self {
    case .method: ("method", nil, nil)
    case .path: ("path", nil, nil)
    case .query(let name): ("query", name, nil)
    case .header(let name): ("header", name, nil)
    case .cookie(let name): ("cookie", name, nil)
    case .json(let pointer): ("body", nil, pointer)
    case .field(let name): ("formField", name, nil)
    case .bodyPart(let number): ("multipart", "\(number)", nil)
    case .line(let number): ("line", "\(number)", nil)
    case .body: ("body", nil, nil)
    case .outcome(let pointer): ("outcome", nil, pointer)
    }
  }
}

extension Dependence {
  /// What the scenario is: `vacuous`, `weak`, `indistinguishable`, `hidesErrors`; none of them for most scenarios.
  var kinds: [String] {
    [
      isVacuous ? "vacuous" : nil, isWeak ? "weak" : nil, isIndistinguishable ? "indistinguishable" : nil,
      hidesErrors ? "hidesErrors" : nil,
    ].compactMap(\.self)
  }

  /// What to know about the scenario, and what to do next. It is only counted how many are indistinguishable, because no
  /// contract can change that.
  var texts: [String] {
    if isVacuous { return ["vacuous: the client returns the same outcome after \(Self.listed(same))"] }
    var texts: [String] = []
    if isWeak {
      let what =
        (acceptsChanges ? ["an outcome that differs in every part"] : [])
        + (accepted.isEmpty ? [] : ["the outcome after \(Self.listed(accepted))"])
      texts.append("weak: it also accepts \(English.listed(what)); describe more in \"expect\"")
    }
    if hidesErrors {
      let answers = English.listed(hidden.map(\.text))
      texts.append("hides errors: the client succeeds after \(answers); if that is right, add a scenario")
    }
    return texts
  }

  private static func listed(_ others: [Other]) -> String {
    let names = others.prefix(5).map { other in
      if case .scenario(let scenario) = other { JSON.string(scenario.name).text } else { other.text }
    }
    return English.listed(names + (others.count > 5 ? ["\(others.count - 5) more"] : []))
  }
}
