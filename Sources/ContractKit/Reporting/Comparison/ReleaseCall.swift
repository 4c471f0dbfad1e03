package import ContractCore

/// What a release of a client did in one scenario, or in one variation of it.
package struct ReleaseCall: Sendable {
  /// The id of the scenario or variation, without the client: `CONTRACT/SCENARIO`.
  package var id: String
  /// Whether it is a variation of a scenario.
  package var isVariation: Bool
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
  /// The same with secrets hidden. It is all that anybody sees or a file contains.
  package var shown: JSON

  func requests(_ view: View) -> [JSON] { self[view]["requests"]?.elements ?? [] }

  /// The outcome, as JSON; null if there is none.
  func outcome(_ view: View) -> JSON { self[view]["outcome"] ?? .null }

  /// Which view of a call is compared.
  enum View {
    /// With its secrets.
    case whole
    /// Without them: a file has nothing else.
    case shown
  }

  subscript(view: View) -> JSON { view == .whole ? value : shown }
}

extension ReleaseCall {
  /// Makes a call in which the client was not called, or of which nothing is known.
  package init(_ id: String, isVariation: Bool, operation: String, transport: Transport) {
    let nothing: JSON = ["requests": [], "outcome": .null]
    self.init(
      id: id, isVariation: isVariation, operation: operation, transport: transport, status: .errored, codes: [],
      why: nil, isAnyOrder: false, value: nothing, shown: nothing)
  }

  /// Makes the call that a script has seen.
  ///
  /// - Parameters:
  ///   - id: The id without the client.
  ///   - verdict: The verdict of the call.
  ///   - secrets: What is a secret.
  package init(_ id: String, _ script: Script, _ verdict: Verdict, secrets: Secrets) {
    let names = AddressNames(script.addresses, on: script.transport)
    let hidden = verdict.hiding(secrets)
    let outcome = script.outcome?.naming(script.addresses)
    func json(_ requests: [JSON], _ outcome: JSON?) -> JSON {
      ["requests": .array(requests), "outcome": outcome ?? .null]
    }
    let (value, shown) = DeepStack.run {
      let requests = script.sent.map { request, endpoint in
        let whole = RequestReading(request, names: names).json(endpoint: endpoint)
        let masked = hidden.masked(request)
        // A large body is in memory once.
        return (whole, masked == request ? whole : RequestReading(masked, names: names).json(endpoint: endpoint))
      }
      let own = outcome.map { Self.json(of: $0, names) }
      let masked = outcome.map { Self.json(of: hidden.masked($0), names) }
      return (
        json(requests.map(\.0), own),
        json(requests.map { $0.1.hiding(hidden) }, masked?.hiding(hidden))
      )
    }
    self.init(
      id: id, isVariation: script.scenario.variation != nil, operation: script.contract.operation.value,
      transport: script.transport, status: verdict.status, codes: verdict.reasons.map(\.code), why: nil,
      isAnyOrder: script.scenario.order == .any, value: value, shown: shown)
  }

  /// Returns an outcome without the texts of errors, at any depth of a failure but not in its payload.
  private static func json(of outcome: Outcome, _ names: AddressNames) -> JSON {
    let json = outcome.json.unfolded.mapStrings { .string(names.put(into: $0)) }
    return .object(
      json.members.map { member in
        (member.name, member.name == "failure" ? withoutMessages(member.value) : member.value)
      })
  }

  private static func withoutMessages(_ json: JSON) -> JSON {
    if json.isArray { return json.mapChildren(withoutMessages) }
    guard json.isObject else { return json }
    return .object(
      json.members.compactMap { member in
        if member.name == "message" { return nil }
        return (member.name, member.name == "payload" ? member.value : withoutMessages(member.value))
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

  init(_ addresses: Addresses, on transport: Transport) {
    let other = addresses.anotherHost
    urls = (addresses.placeholders + (other.map { [($0.text, "{{otherURL}}")] } ?? []))
      .sorted { $0.text.utf8.count > $1.text.utf8.count }
    let bases = [("", addresses.base)] + addresses.named.sorted { $0.key < $1.key }.map { (".\($0.key)", $0.value) }
    withPath = Set(bases.filter { !$0.1.pathPrefix.isEmpty }.map { "{{baseURL\($0.0)}}" })
    let named = bases.map { ("{{host\($0.0)}}", $0.1) } + (other.map { [("{{otherHost}}", $0)] } ?? [])
    hosts =
      transport == .memory
      ? []
      : named.flatMap { written, base in
        [":", "%3A"].map { ("\(base.host)\($0)\(base.port)", written) }
      }
  }

  /// Returns whether a placeholder stands for a base URL with a path.
  func hasPath(_ placeholder: String) -> Bool { withPath.contains(placeholder) }

  /// Returns a text with placeholders in place of base URLs and their hosts.
  func put(into text: String) -> String {
    var text = text
    if urls.contains(where: { text.contains($0.text) }) { text = MarkedText(text, urls: urls, secrets: nil).text }
    for (host, written) in hosts where text.contains(host) { text = text.replacing(host, with: written) }
    return text
  }
}

extension JSON {
  /// Returns the value without tokens of known forms in the names of members, and in texts that other rules leave alone.
  fileprivate func hiding(_ secrets: Secrets) -> JSON {
    if let string {
      let masked = secrets.masked(string)
      return masked == string ? self : .string(masked)
    }
    if isArray { return mapChildren { $0.hiding(secrets) } }
    guard let members = object?.members else { return self }
    // Two names that are tokens must not become one.
    var counts: [String: Int] = [:]
    return .object(
      members.map { member in
        let name = secrets.masked(member.name)
        counts[name, default: 0] += 1
        let number = counts[name, default: 1]
        return (number > 1 ? "\(name)(\(number))" : name, member.value.hiding(secrets))
      })
  }
}

extension JSON {
  /// How many texts stand in place of a secret.
  var hiddenCount: Int {
    if let string { return string == "…" || string.contains("…(") && string.contains("character") ? 1 : 0 }
    return values.reduce(0) { $0 + $1.hiddenCount }
  }
}
