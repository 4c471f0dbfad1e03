import ContractCore

/// The comparison of the recorded requests and answers of one endpoint with its contracts.
struct TrafficJudge {
  let endpoint: TrafficEndpoint
  let clients: [TrafficCheck.Client]
  let known: KnownIssues

  /// How often something was found.
  private struct Finding {
    var message: String
    /// The place in an answer; nil if it is not about a place.
    var pattern: String?
    var isAnswer: Bool
    var severity: Diagnostic.Severity
    var notes: [String]
    var range: SourceRange
    var first: String
    var count = 1
    var status: Int?
  }

  private var findings: [Finding] = []
  private var indexes: [String: Int] = [:]
  private var requestCount = 0
  private var answerCounts: [Int: Int] = [:]

  init(endpoint: TrafficEndpoint, clients: [TrafficCheck.Client], known: KnownIssues) {
    (self.endpoint, self.clients, self.known) = (endpoint, clients, known)
  }

  /// How many findings known issues cover.
  var knownCount: Int { findings.count(where: isKnown) }

  /// What was found, without what is known.
  var diagnostics: [Diagnostic] {
    findings.filter { !isKnown($0) }.map { finding in
      let all = finding.status.map { answerCounts[$0] ?? 0 } ?? requestCount
      return Diagnostic(
        TrafficProblem(
          message: finding.message, count: finding.count, all: all,
          what: finding.isAnswer ? "answer" : "request", first: finding.first, notes: finding.notes),
        at: finding.range, severity: finding.severity)
    }
  }

  /// Compares a request and its answer.
  mutating func judge(_ entry: RecordedTraffic.Entry) {
    requestCount += 1
    judgeRequest(entry)
    guard case .answer(let status, let type, let body) = entry.answer else { return }
    answerCounts[status, default: 0] += 1
    judge(status, type, body, at: entry.place)
  }

  private mutating func add(_ finding: Finding) {
    if let index = indexes[finding.message] {
      findings[index].count += 1
    } else {
      indexes[finding.message] = findings.count
      findings.append(finding)
    }
  }

  private func isKnown(_ finding: Finding) -> Bool {
    known.entries.contains { issue in
      !issue.isExpired(on: known.today) && issue.covers(drift: finding.pattern, of: endpoint.contracts.map(\.name))
    }
  }

  // MARK: Requests

  private mutating func judgeRequest(_ entry: RecordedTraffic.Entry) {
    let best = endpoint.requests.map { mismatches(of: entry, with: $0) }.min { $0.count < $1.count } ?? []
    for difference in best {
      let isWrong = [.changed, .wrongType].contains(difference.kind) && difference.part.map(Self.isOfValue) == true
      let place = difference.part?.place(difference.pointer) ?? "the request"
      let message =
        switch difference.kind {
        case .missing: "\(place) is missing"
        case .unexpected: "\(place) is not described"
        case .changed, .wrongType, .moved:
          // Values are those of real people.
          "\(place) is \(difference.actualType ?? "another text"); expected \(difference.expected)"
        }
      add(
        Finding(
          message: "\(endpoint.title): \(message)", isAnswer: false, severity: isWrong ? .error : .warning, notes: [],
          range: difference.range ?? endpoint.requests[0].shape.range, first: entry.place))
    }
  }

  /// Whether a value of this part follows from what the client was asked to do, and not from its HTTP stack.
  private static func isOfValue(_ part: Mismatch.Part) -> Bool {
    switch part {
    case .body, .formField, .query, .pathParameter: true
    default: false
    }
  }

  private func mismatches(
    of entry: RecordedTraffic.Entry, with request: TrafficEndpoint.Request
  ) -> [Mismatch.Difference] {
    var addresses = request.contract.addresses
    let base = endpoint.base.moved(to: entry.origin) ?? endpoint.base
    if let name = request.shape.base?.value { addresses.named[name] = base } else { addresses.base = base }
    var judge = RequestJudge(request.shape, addresses: addresses, transport: .loopback, number: 1)
    judge.judge(entry.request)
    return judge.findings.flatMap { finding -> [Mismatch.Difference] in
      guard case .mismatch(let mismatch) = finding else { return [] }
      switch mismatch.part {
      // The request fits the endpoint.
      case .method, .origin, .namedOrigin, .path, .pathPrefix: return []
      case .body where entry.request.unobserved.contains("body"): return []
      default: return mismatch.differences
      }
    }
  }

  // MARK: Answers

  private mutating func judge(_ status: Int, _ type: String, _ body: [UInt8]?, at place: String) {
    guard let range = endpoint.statuses[status] else {
      let known = endpoint.statuses.keys.sorted().map(String.init)
      return add(
        Finding(
          message: "\(endpoint.title) answers \(status), and no scenario has that status", isAnswer: true,
          severity: .warning, notes: known.isEmpty ? [] : ["described: \(known.joined(separator: ", "))"],
          range: endpoint.requests[0].shape.range, first: place, status: status))
    }
    guard let shape = endpoint.answers[status], let body else { return }
    guard let json = JSON.parse(body) else {
      return add(
        Finding(
          message: "\(endpoint.title) \(status): the body is not JSON, but \(MediaType.name(of: type))", isAnswer: true,
          severity: .warning, notes: [], range: range, first: place, status: status))
    }
    for difference in shape.differences(of: json) {
      let (severity, notes) = weight(of: difference)
      add(
        Finding(
          message: "\(endpoint.title) \(status): \(difference.text)", pattern: difference.pattern, isAnswer: true,
          severity: severity, notes: notes, range: range, first: place, status: status))
    }
  }

  /// Returns how severe a difference is, and why: what the clients do with it, as people approved it, or else whether it
  /// is another type.
  private func weight(of difference: AnswerDifference) -> (Diagnostic.Severity, [String]) {
    var isApproved = false
    for client in clients {
      for entry in client.approvals.entries(for: difference, in: endpoint.contracts.map(\.name)) {
        isApproved = true
        guard entry.isFailure else { continue }
        return (.error, ["\(client.name) fails then, as approved in \(entry.range)"])
      }
    }
    if isApproved { return (.warning, ["no client fails then, as approved"]) }
    if case .otherType = difference.kind { return (.error, []) }
    return (.warning, [])
  }
}

extension Mismatch.Part {
  /// The place of a difference in a request, as people read it.
  fileprivate func place(_ pointer: String) -> String {
    switch self {
    case .header(let name): "the header \(name)"
    case .cookie(let name): "the cookie \(name)"
    case .query(let name): "the query item \(name)"
    case .formField(let name): "the form field \(name)"
    case .pathParameter(let name): "the path parameter \(name)"
    default: pointer.isEmpty ? "the body" : "the body's \(Excerpt.visible(pointer))"
    }
  }
}
