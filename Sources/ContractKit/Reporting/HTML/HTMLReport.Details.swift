package import ContractCore

extension HTMLReport {
  /// How many bytes a text of a scenario can have, at most and at least.
  package static let (longest, shortest) = (16_384, 240)
  /// How many bytes a scenario's details may have if there is room, however many others there are.
  private static let ordinary = 2_500
  /// How many bytes the reasons of a scenario need at least. With less, nothing useful can be said.
  private static let least = 300

  /// Returns what is known about scenarios that did not pass: first about those that show a cause, then about the
  /// others, as many as fit.
  ///
  /// - Parameter listed: How many causes the page has.
  func details(_ rows: Rows, _ listed: Int, within limit: Int) -> [(String, JSON)] {
    var details: [(String, JSON)] = []
    var left = limit
    var secrets = ContractSecrets()
    let first = causes.all.prefix(listed).map(\.shown).filter { rows.numbers[$0] != nil }.uniqued()
    let shown = Set(first)
    let others = judged.indices.filter { index in
      let status = judged[index].verdict.status
      return (status.isBroken || status == .knownIssue) && rows.numbers[index] != nil && !shown.contains(index)
    }
    func add(_ indexes: [Int], ordinary: Int) {
      for (location, index) in indexes.enumerated() {
        let share = max(ordinary, left / (indexes.count - location))
        if min(share, left) < Self.least { return }
        guard let number = rows.numbers[index] else { continue }
        guard let detail = detail(of: index, within: min(2 * share, left), &secrets) else {
          // Nothing more fits.
          if share > left { return }
          continue
        }
        left -= Self.size(detail) + String(number).utf8.count + 4
        details.append((String(number), detail))
      }
    }
    add(first, ordinary: 0)
    add(others, ordinary: Self.ordinary)
    return details
  }

  /// Returns what is known about one result. If that is more than a limit, texts are cut, and then the record is left
  /// out; nil if not even the reasons fit.
  private func detail(of index: Int, within limit: Int, _ secrets: inout ContractSecrets) -> JSON? {
    let texts = min(Self.longest, max(Self.shortest, limit / 8))
    func fitting(_ members: [(String, JSON)]) -> JSON? {
      let json = JSON.object(members)
      return Self.size(json) < limit ? json : nil
    }
    let members = reasons(of: index, texts, &secrets) + Self.circumstances(judged[index], texts)
    return fitting(members + record(of: judged[index], texts))
      ?? fitting(members + record(of: judged[index], Self.shortest)) ?? fitting(members)
      ?? fitting(reasons(of: index, Self.shortest, &secrets, hasLines: false))
  }

  /// How many reasons the page shows. If a client sends a thousand wrong requests, the first ones suffice.
  private static let shownReasons = 20

  private func reasons(
    of index: Int, _ limit: Int, _ secrets: inout ContractSecrets, hasLines: Bool = true
  ) -> [(String, JSON)] {
    let result = judged[index]
    let all = result.verdict.reasons
    var reasons = all.prefix(Self.shownReasons).enumerated().map { number, reason in
      let wrong = Self.wrongParts(of: reason)
      let range = hasLines ? reason.range : nil
      let lines = range.flatMap { ContractLines($0, secrets: secrets.places(in: $0.source, for: result)) }
      return JSON(members: [
        "text": .string(Self.shown(reason.text(report.commands), limit)),
        "cause": causes.number(ofReason: number, ofResult: index).map { .number($0) },
        "wrong": wrong.isEmpty ? nil : .array(wrong), "at": reason.range.map(Self.location), "lines": lines?.json,
      ])
    }
    if all.count > reasons.count { reasons.append(["text": .string("and \(all.count - reasons.count) more reasons")]) }
    return [("reasons", .array(reasons))]
  }

  private static func location(_ range: SourceRange) -> JSON {
    let position = range.position
    return [
      .string(range.source.path), .number(position.line), .number(position.column),
      JSON(orNull: range.pointer.map { shown($0, 200) }),
    ]
  }

  /// How many parts of a request are marked for one reason.
  private static let shownParts = 20

  /// Returns the parts of a request that a reason is about: the number of the request, the part, its name, the pointer,
  /// and whether it is missing.
  private static func wrongParts(of reason: Reason) -> [JSON] {
    guard let mismatch = JSONReport.mismatch(of: reason), let request = mismatch["request"], !request.isNull else {
      return []
    }
    return (mismatch["differences"]?.array ?? []).prefix(shownParts).map { difference in
      let name = difference["name"] ?? mismatch["name"]
      let pointer = difference["pointer"]?.string ?? ""
      return .array([
        request, difference["part"] ?? mismatch["part"] ?? .null, name.map { shown($0, 200) } ?? .null,
        .string(shown(pointer, 200)), JSON(.bool(difference["kind"] == "missing")),
      ])
    }
  }

  private static func circumstances(_ result: ScenarioResult, _ limit: Int) -> [(String, JSON)] {
    let unobserved = result.verdict.unobserved.prefix(20).map { JSON.string(shown($0.text, 200)) }
    return JSON.members([
      "knownIssue": result.knownReason.map { .string(shown($0, 500)) },
      "runs": result.runs.map { ["total": .number($0.total), "passed": .number($0.passed)] },
      "difference": result.difference.map { .string(shown($0, 500)) },
      "unobserved": unobserved.isEmpty ? nil : .array(unobserved),
    ])
  }

  private static let shownRequests = 20

  private func record(of result: ScenarioResult, _ limit: Int) -> [(String, JSON)] {
    let verdict = result.verdict
    let call = verdict.part(\.call)
    let more = call.record.count - Self.shownRequests
    return JSON.members([
      "record": Self.shown(JSONReport.record(call.part(\.record), limit: Self.shownRequests), limit),
      "moreRequests": more > 0 ? .number(more) : nil,
      "timeline": verdict.timeline?.json,
      "outcome": call.outcome.map { .string(Self.shown($0.json.prettyText, limit)) },
      "output": verdict.output.isEmpty ? nil : .string(Self.shown(verdict.output, limit)),
    ])
  }

  /// Returns a value in which all texts are cleaned and cut.
  ///
  /// - Parameter limit: How many bytes each text can have at most.
  package static func shown(_ json: JSON, _ limit: Int = longest) -> JSON {
    switch json.kind {
    case .string(let text): .string(shown(text, limit))
    case .array(let elements): .array(elements.map { shown($0, limit) })
    case .object(let object): .object(object.members.map { (shown($0.name, limit), shown($0.value, limit)) })
    case .null, .bool, .number: json
    }
  }
}
