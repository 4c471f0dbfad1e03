import Foundation

/// A variation of `security`: what answers further requests, and what must not be in them.
struct SecurityPlay: Play {
  let scene: Scene
  private let security: SecurityVariation
  private let sequel: Sequel
  private let written: Scenario
  /// The requests that the sequel answered, by their index.
  private var further: Set<Int> = []

  /// Returns nil for other variations.
  init?(_ scene: Scene, _ variant: Variant) {
    guard let security = variant.variation?.security, let sequel = variant.sequel else { return nil }
    (self.scene, self.security, self.sequel, written) = (scene, security, sequel, variant.original)
  }

  mutating func answer(_ played: Played, _ state: State) -> Answer? {
    if let own = ownAnswer(to: played) { return own }
    guard further.count < Sequel.limit, scenario.order == .sequence || state.used.count == scenario.exchanges.count,
      !sequel.exchanges.isEmpty
    else { return nil }
    let exchange = sequel.exchanges[min(further.count, sequel.exchanges.count - 1)]
    further.insert(state.played.count)
    return Answer(Reply(exchange.response, to: played.exchanged.request))
  }

  // MARK: What the call shows

  func isFree(_ index: Int, _ state: State) -> Bool {
    further.contains(index) || further.count == Sequel.limit && state.played[index].exchangeIndex == nil
  }

  /// Whether the client has not stopped, which says more than its deadline, or a library sent a request for a host of the
  /// call to the runner's proxy. Some do that if the URL has user information, because they do not find its host among the
  /// hosts without a proxy.
  func explains(_ blame: Reason, _ state: State) -> Bool {
    if blame.kind == .timedOut { return isEndless(state) || isBusy(state) }
    guard security.leadsToAnotherHost, case .escaped(.proxied(let host, _)) = blame else { return false }
    let hosts: [BaseURL?] = [addresses[nil], addresses.anotherHost] + addresses.named.values.map(\.self)
    return hosts.compactMap(\.self).contains { host == $0.host || host == "\($0.host):\($0.port)" }
  }

  /// Whether the client did not stop: it sent more requests than a sequel answers, or repeated itself until its deadline.
  private func isEndless(_ known: State) -> Bool {
    if further.count == Sequel.limit, known.beyond > 0 { return true }
    guard further.count >= Self.fewestRepeats, known.blames.contains(where: { $0.kind == .timedOut }),
      let last = known.played.last, further.contains(known.played.count - 1)
    else { return false }
    return known.played.dropLast().last?.exchanged.request.asksForSame(as: last.exchanged.request) == true
  }

  /// Whether the client was still busy with a large answer at its deadline.
  private func isBusy(_ known: State) -> Bool {
    security.member == .limits && known.used.contains(scenario.exchanges.count - 1)
      && known.blames.contains { $0.kind == .timedOut }
  }

  /// How many requests a client has sent at least if its deadline comes because it repeats them.
  private static let fewestRepeats = 10

  func findings(_ state: State, _ bindings: Bindings, output: String, isBroken: Bool) -> Findings {
    let leaks = leaks(state)
    // What a client sends instead of TLS is not a mistake, and neither is a request for a very long URL.
    let malformed = security.member == .certificates || security == .limit(.redirect) ? [] : state.malformed
    let insecurities = insecurity(state, output).map { [$0] } ?? []
    var findings = scene.findings(state, output, insecurities, malformed: malformed, leaks: leaks)
    findings.tally = tally(state, hasLeak: !leaks.isEmpty)
    // Then the client got its usual answer.
    if state.obstacle == .notAccepted { findings.obstacle = .notAccepted }
    return findings
  }

  /// Returns what the variation found, without leaks.
  private func insecurity(_ known: State, _ output: String) -> Insecurity? {
    func found(_ kind: Insecurity.Kind, _ played: Played? = nil) -> Insecurity {
      Insecurity(
        kind: kind, cause: security.cause, number: played?.number, request: played?.exchanged.request,
        range: scenario.exchanges.last?.range ?? sequel.exchanges[0].range)
    }
    if isEndless(known) { return found(.endless(requests: further.count + known.beyond), known.played.last) }
    let further = self.further.sorted().map { known.played[$0] }
    func broken() -> Insecurity? { known.malformed.first.map { found(.brokenRequest($0)) } }
    func added() -> Insecurity? {
      further.first { $0.exchanged.request.headers.has(Scenario.injectedHeader) }
        .map { found(.addedHeader(Scenario.injectedHeader), $0) }
    }
    switch security {
    case .redirect, .redirectToItself, .link, .cursorAgain, .certificate(.valid): return nil
    case .limit: return (known.excess ?? (isBusy(known) ? .time : nil)).map { found(.unlimited($0)) }
    case .certificate:
      // Whatever it is, it was encrypted for this server. But no client refuses the certificate and sends half a request.
      let hasBegun = !known.malformed.isEmpty && known.outcome?.refusesCertificate != true
      // A request to a URL with http is another mistake.
      let sent = known.played.first { $0.exchanged.request.url.hasPrefix("https:") }
      return sent != nil || hasBegun || !known.late.isEmpty ? found(.unverified, sent) : nil
    case .redirectAway(let scheme):
      let isRead = output.contains(Scenario.marker) || known.outcome?.mentions(Scenario.marker) == true
      return isRead ? found(.followed(scheme)) : nil
    case .redirectWithLineBreak: return added() ?? broken()
    case .foreignCookie:
      return further.first { played in
        played.exchanged.request.headers.values("Cookie").contains { $0.contains(Scenario.marker) }
      }.map { found(.plantedCookie, $0) }
    case .lineBreak(let pointer):
      return broken() ?? added() ?? changedValue(at: pointer, further).map { found(.changedValue, $0) }
    case .pathTraversal(_, let segment):
      for (index, played) in further.enumerated() {
        let segments = RequestURL(played.exchanged.request.url)?.path.split(
          separator: "/", omittingEmptySubsequences: false)
        guard let segments = segments?.dropFirst() else { continue }
        if segments.contains(where: { SecurityVariation.segments.contains($0.removingPercentEncoding ?? "") }) {
          return found(.dotSegment(segment), played)
        }
        guard let shape = sequel.request(index), let base = addresses[shape.base?.value],
          shape.pathHasSegment(original)
        else { continue }
        let whole = (base.pathPrefix + shape.path.value).split(separator: "/", omittingEmptySubsequences: false)
        let described = whole.dropFirst()
        let emptied = zip(segments, described).contains { $0.isEmpty && !$1.isEmpty }
        if segments.count < described.count || emptied { return found(.removedSegment, played) }
      }
      return nil
    }
  }

  /// The string of the contract's input in whose place the variation has another one.
  private var original: String {
    written.input.strings().first { $0.pointer == security.pointer }?.text ?? ""
  }

  /// Returns the first request whose path must carry the string at a pointer, and has something else. After a response
  /// with the original string, the client can have that from there.
  private func changedValue(at pointer: String, _ further: [Played]) -> Played? {
    guard let text = scenario.input.strings().first(where: { $0.pointer == pointer })?.text else { return nil }
    let original = original
    for (index, played) in further.enumerated() {
      guard let shape = sequel.request(index), shape.pathHas(original),
        let path = RequestURL(played.exchanged.request.url)?.path
      else { continue }
      // What the client makes of the line break is its own decision, but the rest must not be lost.
      let isOriginal = addresses[shape.base?.value].map { String(path) == $0.pathPrefix + shape.path.value } == true
      let isWhole = (path.removingPercentEncoding ?? "").plainName.contains(text.plainName)
      if !isWhole, !(isOriginal && played.exchanged.request.parts(with: text).contains("URL")) { return played }
      if sequel.exchanges[index].response.mentions(original) { return nil }
    }
    return nil
  }

  private func tally(_ known: State, hasLeak: Bool) -> SecurityTally {
    var tally = SecurityTally()
    for request in known.played.map(\.exchanged.request) {
      guard let url = RequestURL(request.url) else { continue }
      let isOther = addresses.anotherHost.map(url.hasOrigin) == true
      tally.add(request, to: isOther ? AnotherHost.baseURL.host : scene.contractHost(of: url).host, scene.secrets)
    }
    if hasLeak { tally.leaked += 1 }
    return tally
  }

  /// Returns the secrets that arrive at the host of a variation that the contract does not name.
  private func leaks(_ known: State) -> [Leak] {
    guard let other = addresses.anotherHost, security != .foreignCookie else { return [] }
    var sent: [(credential: Credential, request: Int, host: String)] = []
    var leaks: [Leak] = []
    let authority = Array("\(other.host):\(other.port)".utf8)
    for (index, played) in known.played.enumerated() {
      let request = played.exchanged.request
      guard let url = RequestURL(request.url) else { continue }
      if !url.hasOrigin(of: other) {
        let host = scene.contractHost(of: url).host
        for credential in scene.secrets.credentials(of: request)
        where !sent.contains(where: { $0.credential.value == credential.value }) {
          sent.append((credential, played.number, host))
        }
        continue
      }
      let before = known.played[..<index]
      func leak(_ part: String, _ length: Int, _ inputs: [String], _ first: (request: Int, host: String)) {
        if leaks.contains(where: { $0.part == part }) { return }
        leaks.append(
          Leak(
            part: part, length: length, inputs: inputs, request: played.number, host: AnotherHost.baseURL.host,
            firstRequest: first.request, firstHost: first.host,
            source: scene.source(nil, before) { !$0.ranges(of: authority).isEmpty } ?? .unknown, isForNobody: true,
            range: scenario.exchanges.last?.range ?? scenario.range))
      }
      // An answer that has the secret, too, gives both to the client.
      let named = before.compactMap(\.exchanged.reply).filter { $0.has("\(other.host):\(other.port)") }
      let own = before.flatMap(\.exchanged.request.headers.lines)
      for secret in sent where !named.contains(where: { $0.gives(secret.credential) }) {
        for part in request.parts(with: secret.credential.value, unlike: own, scene.secrets) {
          leak(
            part, secret.credential.value.utf8.count, scene.inputs(in: secret.credential), (secret.request, secret.host)
          )
        }
      }
      guard sequel.watchesBody, let body = request.body, !body.isEmpty else { continue }
      let first = before.first { earlier in
        earlier.exchanged.request.body == body
          && RequestURL(earlier.exchanged.request.url)?.hasOrigin(of: other) == false
      }
      if let first, let url = RequestURL(first.exchanged.request.url) {
        leak("body", body.count, [], (first.number, scene.contractHost(of: url).host))
      }
    }
    return leaks
  }
}

extension Sequel {
  /// Returns the request that an exchange describes; nil for the answers that repeat the last one.
  fileprivate func request(_ index: Int) -> RequestShape? {
    exchanges.indices.contains(index) ? exchanges[index].request : nil
  }
}

extension CapturedRequest {
  /// Returns the parts that have a text in them, as it is or percent-encoded.
  ///
  /// - Parameter own: Header lines that go to each host, such as User-Agent, so that they count only if they are secrets
  ///   themselves.
  fileprivate func parts(
    with text: String, unlike own: [Headers.Line] = [], _ secrets: Secrets = .standard
  ) -> [String] {
    func has(_ value: String) -> Bool { value.contains(text) || value.removingPercentEncoding?.contains(text) == true }
    let target = url.utf8.dropFirst(RequestURL(url).map { "\($0.scheme)://".utf8.count + $0.host.utf8.count } ?? 0)
    let lines = headers.lines.filter { line in
      has(line.value)
        && !(own.contains { $0.name.isSameName(line.name) && $0.value == line.value }
          && !secrets.isSecret(header: line.value, under: line.name) && !line.name.isSameName("Cookie"))
    }
    return lines.map { "header \($0.name)" }
      + (has(String(decoding: Array(target), as: UTF8.self)) ? ["URL"] : [])
  }
}

extension Outcome {
  /// Whether it is a failure because the client did not accept the server's certificate.
  fileprivate var refusesCertificate: Bool {
    guard case .failure(let failure, _) = self else { return false }
    var rest: JSON? = failure.unfolded
    while let failure = rest {
      if let domain = failure["domain"]?.string, let code = failure["code"]?.int,
        SocketFault(NetworkError(domain: domain, code: code))?.wrongCertificate != nil
      {
        return true
      }
      rest = failure["underlying"]
    }
    return false
  }

  fileprivate func mentions(_ text: String) -> Bool {
    switch self {
    case .success(let value): value.unfolded.strings().contains { $0.text.contains(text) }
    case .failure(let failure, let values):
      ([failure] + (values.map { [$0] } ?? [])).contains { $0.unfolded.strings().contains { $0.text.contains(text) } }
    case .neverCompleted, .completedTwice, .neverResumed, .unsupported: false
    }
  }
}

extension SecurityVariation {
  /// What it changes, in words.
  fileprivate var cause: String {
    switch self {
    case .lineBreak: "the \(name)"
    case .certificate(let certificate): certificate.phrase
    case .redirectWithLineBreak: "the line break in the URL of a redirect"
    case .pathTraversal(let pointer, let segment): "the value \(segment) of \(Excerpt.place(of: pointer))"
    case .redirect, .redirectToItself, .redirectAway, .link, .cursorAgain, .foreignCookie, .limit: name
    }
  }

  /// The place of the string in the input that it changes; nil if it changes none.
  fileprivate var pointer: String? {
    switch self {
    case .lineBreak(let pointer), .pathTraversal(let pointer, _): pointer
    default: nil
    }
  }
}
