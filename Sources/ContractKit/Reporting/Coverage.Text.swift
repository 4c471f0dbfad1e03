import ContractCore

extension Coverage {
  /// Problems that only differ in their contracts or operations.
  struct Group {
    var problems: [Problem]
    private var first: Problem { problems[0] }

    /// The maximum number of contracts or operations that are listed.
    private static let shown = 20

    var title: String { (first.client.map { "\($0): " } ?? "") + first.fact.phrase(count: problems.count) }

    /// What is wrong, where, and what to do.
    var text: String {
      var lines = LabeledLines(title, width: 12)
      lines.add(first.fact.names.subject + (problems.count == 1 ? "" : "s"), list)
      if case .stale = first.fact {} else { lines.add("required", first.required.description) }
      lines.add("next", next)
      return lines.text
    }

    private var list: String {
      let names = problems.prefix(Self.shown).map { problem in
        if case .stale = problem.fact { "\(problem.subject) (\(problem.range.description))" } else { problem.subject }
      }
      let more = problems.count - names.count
      return names.joined(separator: ", ") + (more > 0 ? " and \(more) more; --coverage prints all" : "")
    }

    private var next: String {
      switch first.fact {
      case .missing(let kind?, _, let state):
        (state == .absent
          ? "add such a scenario\(problems.count == 1 ? "" : " to each contract")"
            + (kind == .valid ? "" : ", declare \"\(kind.rawValue)\" in \"variations\"")
          : "remove what skips them, add a scenario that can run")
          + ", or an exception: \"except\": { \"\(first.subject)\": [\"\(kind.rawValue)\"] }"
      case .missing(nil, _, _): "remove what skips them, or add a scenario that can run"
      case .uncalled(.absent): "add a contract whose \"operation\" is \"\(first.subject)\""
      case .uncalled: "remove what skips them, or add a scenario that can run"
      case .unverified: "run verify, and keep its JSON report; \"verify\": false in a contract leaves it out"
      case .stale: "remove \(problems.count == 1 ? "it" : "them") from \"except\""
      }
    }
  }

  /// The problems with the same client and fact, in the order of their first occurrence.
  var groups: [Group] {
    struct Key: Hashable {
      var client: String?
      var fact: Problem.Fact
    }
    return problems.grouped { Key(client: $0.client, fact: $0.fact) }.map { Group(problems: $0.elements) }
  }
}

extension Coverage.Problem {
  /// A name that is unique among the problems of a run, such as `todo/login corruptJSON@loopback`.
  var name: String {
    switch fact {
    case .missing(let kind, let transport, _):
      "\(client ?? "*")/\(subject)" + (kind.map { " \($0.rawValue)" } ?? "")
        + (transport.map { "@\($0.rawValue)" } ?? "")
    case .uncalled: "\(client ?? "*") operation \(subject)"
    case .stale(let kind): "\(client ?? "*")/\(subject) except \(kind.rawValue)"
    case .unverified: "\(client ?? "*")/\(subject) verified"
    }
  }

  package var summary: String { "\(client.map { "\($0)/" } ?? "")\(subject): \(fact.phrase(count: 1))" }

  package var text: String { Coverage.Group(problems: [self]).text }
}

extension Coverage.Problem.Fact {
  /// The type of the problem in reports, what they count, and what a problem is about.
  var names: (code: String, noun: String, subject: String) {
    switch self {
    case .missing: ("missing", "missing cell", "contract")
    case .uncalled: ("uncalled", "uncalled operation", "operation")
    case .stale: ("stale", "stale exception", "exception")
    case .unverified: ("unverified", "unverified contract", "contract")
    }
  }

  /// What is wrong with a number of contracts or operations.
  fileprivate func phrase(count: Int) -> String {
    switch self {
    case .missing(let kind?, let transport, .absent):
      "no scenario has a \(kind.rawValue) response" + (transport.map { " on \($0.rawValue)" } ?? "")
    case .missing(let kind, let transport, _):
      "no scenario" + (kind.map { " with a \($0.rawValue) response" } ?? "") + " ran"
        + (transport.map { " on \($0.rawValue)" } ?? "") + ", because all of them are skipped"
    case .uncalled(let state):
      (state == .absent ? "no contract calls " : "only skipped scenarios call ")
        + (count == 1 ? "this operation" : "these operations")
    case .stale(let kind): "\(kind.rawValue) is covered, so the exception\(count == 1 ? " is" : "s are") not needed"
    case .unverified(let within, let isOld):
      (isOld
        ? "not verified against the real server within " : "never verified against the real server; required within ")
        + within
    }
  }
}
