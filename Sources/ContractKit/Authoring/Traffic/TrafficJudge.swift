import ContractCore

/// The comparison of the recorded requests and answers of one endpoint with its contracts.
struct TrafficJudge {
  let endpoint: TrafficEndpoint
  let clients: [String]
  let accepted: Accepted

  /// A difference between the traffic of the real server and a contract.
  private struct Finding: Diagnostic.Problem {
    /// What differs: a fact about the endpoint, on one line.
    var message: String
    /// The place in an answer; nil if it is not about a place.
    var pattern: String?
    var severity: Diagnostic.Severity
    /// What is known about it, in addition.
    var notes: [String] = []
    /// The clients that fail, as people approved it; empty if that is not known.
    var failing: [String] = []
    var range: SourceRange
    /// The place of the first one in the archive.
    var first: String
    /// The status of the answers that differ; nil for a difference of requests.
    var status: Int?
    /// How many of the recorded requests or answers differ in this way, and of how many: 0 until all are counted.
    var count = 1
    var all = 0

    var text: (message: String, help: [String]) {
      let counted = English.counted(all, status == nil ? "request" : "answer")
      let reference = "see \(Documentation.page("real-server.md#check-traffic"))"
      let place = "\(count == all ? "" : "\(count) of ")\(counted), first \(first)"
      return ("\(message) [\(AcceptedEntry.drift)]", [place] + notes + [reference])
    }
  }

  private var findings: [Finding] = []
  private var indexes: [String: Int] = [:]
  private var requestCount = 0
  /// Whether a comparison of a request took too long. The next one would, too.
  private var isStopped = false
  private var answerCounts: [Int: Int] = [:]

  init(endpoint: TrafficEndpoint, clients: [String], accepted: Accepted) {
    (self.endpoint, self.clients, self.accepted) = (endpoint, clients, accepted)
  }

  /// How many findings known issues cover.
  var knownCount: Int { findings.count(where: isKnown) }

  /// What was found, without what is known.
  var diagnostics: [Diagnostic] {
    let open = findings.filter { !isKnown($0) }
    let shown = open.filter { $0.severity == .error } + open.filter { $0.severity == .warning }
    return shown.prefix(Self.limit).map { finding in
      var counted = finding
      counted.all = finding.status.map { answerCounts[$0] ?? 0 } ?? requestCount
      return Diagnostic(counted, at: finding.range, severity: finding.severity)
    }
  }

  /// The largest number of differences of an endpoint that are listed.
  private static let limit = 20

  var more: Int { max(0, findings.count { !isKnown($0) } - Self.limit) }

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
    let contracts = endpoint.contracts
    func covers(_ client: String) -> Bool {
      accepted.entries.contains { issue in
        issue.clients.contains(client) && !issue.isExpired(on: accepted.today)
          && issue.covers(drift: finding.pattern, of: contracts)
      }
    }
    // What one client is known for says nothing about another one that fails.
    let concerned = finding.failing.isEmpty ? clients : finding.failing
    return !concerned.isEmpty && concerned.allSatisfy(covers)
  }

  // MARK: Requests

  private mutating func judgeRequest(_ entry: RecordedTraffic.Entry) {
    if isStopped { return }
    var best: [(part: Mismatch.Part, difference: Mismatch.Difference)]?
    for request in endpoint.requests {
      let findings = findings(of: entry, with: request)
      if let stop = findings.lazy.compactMap(\.stop).first {
        isStopped = true
        return add(
          Finding(
            message: "\(endpoint.title): the requests are not compared: \(stop.text)", severity: .error,
            notes: ["simplify it in the contract"], range: stop.range, first: entry.place))
      }
      let found = differences(findings, of: entry)
      if found.count < best?.count ?? .max { best = found }
      if found.isEmpty { break }
    }
    for (part, difference) in best ?? [] {
      let isOfBody = part == .body || { if case .formField = part { true } else { false } }()
      let isWrong = [.changed, .wrongType].contains(difference.kind) && isOfBody
      let place = part.place(difference.pointer)
      let message =
        switch difference.kind {
        case .missing: "\(place) is missing"
        case .unexpected: "\(place) is not described"
        // Values are those of real people.
        case .changed, .wrongType, .moved:
          isOfBody
            ? "\(place) is \(difference.actualType ?? "another value"); expected \(difference.expected)"
            : "\(place) has an unexpected value"
        }
      add(
        Finding(
          message: "\(endpoint.title): \(message)", severity: isWrong ? .error : .warning,
          range: difference.range ?? endpoint.requests[0].shape.range, first: entry.place))
    }
  }

  private func findings(
    of entry: RecordedTraffic.Entry, with request: TrafficEndpoint.Request
  ) -> [ContractCore.Finding] {
    var addresses = request.contract.addresses
    let base = endpoint.base.moved(to: entry.origin) ?? endpoint.base
    if let name = request.shape.base?.value { addresses.named[name] = base } else { addresses.base = base }
    var judge = RequestJudge(request.shape, addresses: addresses, transport: .loopback, number: 1)
    judge.judge(entry.request)
    return judge.findings
  }

  private func differences(
    _ findings: [ContractCore.Finding], of entry: RecordedTraffic.Entry
  ) -> [(part: Mismatch.Part, difference: Mismatch.Difference)] {
    findings.flatMap { finding -> [(part: Mismatch.Part, difference: Mismatch.Difference)] in
      guard case .mismatch(let mismatch) = finding else { return [] }
      switch mismatch.part {
      // The request fits the endpoint.
      case .method, .origin, .namedOrigin, .path, .pathPrefix: return []
      case .body where entry.request.unobserved.contains("body"): return []
      default: return mismatch.differences.map { ($0.part ?? mismatch.part, $0) }
      }
    }
  }

  // MARK: Answers

  private mutating func judge(_ status: Int, _ type: String, _ body: [UInt8]?, at place: String) {
    guard let range = endpoint.statuses[status] else {
      let known = endpoint.statuses.keys.sorted().map(String.init)
      return add(
        Finding(
          message: "\(endpoint.title) answers \(status), and no scenario has that status", severity: .warning,
          notes: known.isEmpty ? [] : ["described: \(known.joined(separator: ", "))"],
          range: endpoint.requests[0].shape.range, first: place, status: status))
    }
    guard let shape = endpoint.answers[status], let body else { return }
    guard let json = JSON.parse(body) else {
      return add(
        Finding(
          message: "\(endpoint.title) \(status): the body \(body.isEmpty ? "is empty" : "cannot be read as JSON")",
          severity: .warning, range: range, first: place, status: status))
    }
    for difference in shape.differences(of: json, listsWords: true) {
      let (severity, notes, failing) = weight(of: difference)
      if difference.isGuess, failing.isEmpty { continue }
      add(
        Finding(
          message: "\(endpoint.title) \(status): \(difference.text)", pattern: difference.pattern,
          severity: severity, notes: notes, failing: failing, range: range, first: place, status: status))
    }
  }

  /// Returns how severe a difference is, why, and which clients fail: what they do with it, as people approved it, or else
  /// whether it is another type.
  private func weight(of difference: AnswerDifference) -> (Diagnostic.Severity, [String], failing: [String]) {
    let contracts = endpoint.contracts
    let approved = clients.map { ($0, accepted.entries(for: difference, in: contracts, of: $0)) }
    let failing = approved.compactMap { name, entries in
      entries.first { $0.fields?.isFailure == true }.map { (name, $0) }
    }
    if !failing.isEmpty {
      let notes = failing.map { "\($0) fails then, as approved in \($1.range.description)" }
      return (.error, notes, failing.map(\.0))
    }
    // A client that reads one other type does not read each.
    if difference.change == .otherType { return (.error, [], []) }
    return (.warning, approved.contains { !$0.1.isEmpty } ? ["no client fails then, as approved"] : [], [])
  }
}

extension Mismatch.Part {
  /// The place of a difference in a request, as people read it.
  fileprivate func place(_ pointer: String) -> String {
    switch self {
    case .header(let name): "the header \(name)"
    case .cookie(let name): "the cookie \(name)"
    case .query(let name): "the query item \(Mask.standard.text(name))"
    case .formField(let name): "the form field \(name)"
    case .pathParameter(let name): "the path parameter \(name)"
    default: pointer.isEmpty ? "the body" : "the body's \(Excerpt.visible(pointer))"
    }
  }
}
