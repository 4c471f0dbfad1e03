package import ContractCore
package import Foundation

/// What a release of a client did in one scenario, or in one variation of it.
package struct ReleaseCall: Sendable {
  /// The id of the scenario or variation, without the client: `CONTRACT/SCENARIO`.
  package var id: String
  /// The run of the scenario or variation, as accepted entries name it.
  package var subject: AcceptedEntry.Subject
  /// The id of the scenario of which it is a variation; nil for a scenario.
  package var scenario: String?
  package var operation: String
  package var transport: Transport
  package var status: Status
  /// The codes of the reasons why it did not pass.
  package var codes: [String]
  /// The first reason; nil if it passed. Secrets are hidden.
  package var why: String?
  /// Whether the contract leaves the order of the requests open.
  package var isAnyOrder: Bool
  /// The members `requests` and `outcome`, with the call's base URLs put back.
  package var value: JSON
  /// The same with secrets hidden. It is all that anybody sees or a report contains.
  package var shown: JSON
  /// Whether nothing is known but the verdict: a report does not have the calls of variations that passed.
  package var isUnseen = false

  var isVariation: Bool { scenario != nil }

  /// Whether the client was called.
  var isPlayed: Bool { status != .skipped }

  /// The transport; nil if the client was not called, or if its driver did not start.
  var knownTransport: Transport? { isPlayed && status != .errored ? transport : nil }

  var verdictText: String {
    codes.isEmpty ? status.rawValue : "\(status.rawValue) (\(codes.uniqued().joined(separator: ", ")))"
  }

  /// The verdict, as a difference has it.
  var verdict: ReleaseDifference.Value {
    ReleaseDifference.Value(verdictText, ["status": .string(status.rawValue), "codes": .strings(codes.uniqued())])
  }

  var outcomeClass: String { shown["outcome"]?.members.first?.name ?? "none" }

  var outcomeValue: ReleaseDifference.Value {
    switch outcomeClass {
    case "failure":
      let category = shown["outcome"]?["failure"]?["category"]?.string ?? ""
      return ReleaseDifference.Value("failure \(category)", ["failure": .string(category)])
    case "none":
      let codes = codes.uniqued()
      return ReleaseDifference.Value(
        codes.isEmpty ? "none" : "none (\(codes.joined(separator: ", ")))", ["none": .strings(codes)])
    default: return ReleaseDifference.Value(outcomeClass)
    }
  }
}

extension ReleaseCall {
  /// Makes what a client did, without a verdict.
  ///
  /// - Parameters:
  ///   - id: The id without the client.
  ///   - subject: The run, as accepted entries name it.
  ///   - scenario: The id of the scenario of which it is a variation; nil for a scenario.
  ///   - call: What it did; by default, it was not called.
  ///   - secrets: What is a secret; nil if secrets are hidden already.
  ///   - time: When the call ended.
  package init(
    _ id: String, of subject: AcceptedEntry.Subject, scenario: String?, operation: String, transport: Transport,
    isAnyOrder: Bool = false, _ call: Verdict.Call = Verdict.Call(), secrets: Secrets? = nil, at time: Date = Date()
  ) {
    let names = AddressNames(call.baseURLs, on: transport)
    func json(_ call: Verdict.Call) -> JSON {
      [
        "requests": .array(call.record.map { RequestReading($0.request, names: names).json(endpoint: $0.endpoint) }),
        "outcome": call.outcome.map { Self.json(of: $0, names, at: time) } ?? .null,
      ]
    }
    let (value, shown) = DeepStack.run { () -> (JSON, JSON) in
      let shown = json(secrets.map(call.masked) ?? call).withoutTokens(Mask(secrets ?? .standard))
      let whole = secrets == nil ? shown : json(call)
      // A large body is in memory once.
      return (whole, whole == shown ? whole : shown)
    }
    self.init(
      id: id, subject: subject, scenario: scenario, operation: operation, transport: transport, status: .errored,
      codes: [], why: nil, isAnyOrder: isAnyOrder, value: value, shown: shown)
  }

  init(of result: ScenarioResult, _ verdict: Masked<Verdict>, at time: Date) {
    self.init(
      result.id, of: result.subject, scenario: nil, operation: result.contract.operation.value,
      transport: result.transport, isAnyOrder: result.scenario.order == .any, verdict.call, at: time)
    take(verdict, verdict.status)
  }

  /// Sets how it ended; without a verdict, it passed.
  package mutating func take(_ verdict: Masked<Verdict>?, _ status: Status) { take(recorded: verdict?.value, status) }

  /// - Parameter verdict: A verdict that a report contains.
  mutating func take(recorded verdict: Verdict?, _ status: Status) {
    self.status = status == .knownIssue ? .failed : status
    (codes, why) = (verdict?.reasons.map(\.code) ?? [], verdict?.leadingReason?.text)
  }

  /// Returns an outcome without the texts of errors, at any depth of a failure but not in its payload.
  private static func json(of outcome: Outcome, _ names: AddressNames, at time: Date) -> JSON {
    let json = outcome.json.unfolded.mapStrings { .string(names.put(into: HTTPDate.naming($0, at: time))) }
    return .object(
      json.members.map { member in
        (member.name, member.name == "failure" ? Failure.Comparison.calls.counted(member.value) : member.value)
      })
  }
}

/// The base URLs of a call, and a host that a variation leads to, by the placeholders that stand for them in every call.
struct AddressNames {
  /// Each base URL, and on loopback each host with its port, with its placeholder. Longer texts come first.
  private let urls: [(text: String, written: String)]
  private let hosts: [(text: String, written: String)]
  /// The placeholders of base URLs that have a path.
  private let withPath: Set<String>

  /// - Parameter baseURLs: The base URLs by their names in placeholders.
  init(_ baseURLs: [String: String], on transport: Transport) {
    let sorted = baseURLs.sorted { ($1.value.utf8.count, $0.key) < ($0.value.utf8.count, $1.key) }
    urls = sorted.map { ($0.value, "{{\($0.key)}}") }
    let bases = sorted.compactMap { name, text in BaseURL(text).map { (name, $0) } }
    withPath = Set(bases.filter { !$0.1.pathPrefix.isEmpty }.map { "{{\($0.0)}}" })
    hosts = (transport == .memory ? [] : bases).sorted { $0.0 < $1.0 }.flatMap { name, base in
      let written = name.replacing("baseURL", with: "host", maxReplacements: 1).replacing("otherURL", with: "otherHost")
      return [":", "%3A"].map { ("\(base.host)\($0)\(base.port)", "{{\(written)}}") }
    }
  }

  /// Returns whether a placeholder stands for a base URL with a path.
  func hasPath(_ placeholder: String) -> Bool { withPath.contains(placeholder) }

  /// Returns a text with placeholders in place of base URLs and their hosts.
  func put(into text: String) -> String {
    // Each URL has a colon, and each host with a port has one, perhaps percent-encoded.
    if !text.utf8.contains(where: { $0 == UInt8(ascii: ":") || $0 == UInt8(ascii: "%") }) { return text }
    var text = text
    if urls.contains(where: { text.contains($0.text) }) { text = MarkedText(text, urls: urls, secrets: nil).text }
    for (host, written) in hosts where text.contains(host) { text = text.replacing(host, with: written) }
    return text
  }
}

extension JSON {
  /// Returns the value without tokens of known forms in the names of members, and in texts that other rules leave alone.
  fileprivate func withoutTokens(_ mask: Mask) -> JSON {
    if let string {
      let shown = mask.text(string)
      return shown == string ? self : .string(shown)
    }
    if isArray { return mapChildren { $0.withoutTokens(mask) } }
    guard let members = object?.members else { return self }
    // Two names that are tokens must not become one.
    var counts: [String: Int] = [:]
    return .object(
      members.map { member in
        let name = mask.text(member.name)
        counts[name, default: 0] += 1
        let number = counts[name, default: 1]
        return (number > 1 ? "\(name)(\(number))" : name, member.value.withoutTokens(mask))
      })
  }

  /// How many texts stand in place of a secret.
  var hiddenCount: Int {
    if let string { return string == "…" || string.contains("…(") && string.contains("character") ? 1 : 0 }
    return values.reduce(0) { $0 + $1.hiddenCount }
  }
}
