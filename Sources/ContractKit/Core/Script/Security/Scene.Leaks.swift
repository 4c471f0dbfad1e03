import Foundation

extension Script {
  /// Returns what a report says about the call so far besides its requests and its outcome.
  package func watched(output: String = "") -> [String] {
    let findings = scene.findings(known, output)
    return findings.reasons.map(\.text) + findings.counted.map(\.rawValue)
  }
}

extension Scene {
  /// Returns what is found in every call: bytes that are not a request, where secrets went, and what the client's HTTP
  /// stack cannot do.
  ///
  /// - Parameters:
  ///   - insecurities: What else is wrong; by default, what a certificate shows.
  ///   - malformed: The bytes; by default, all that came.
  ///   - leaks: The secrets that went elsewhere; by default, between hosts of the call.
  func findings(
    _ state: State, _ output: String, _ insecurities: [Insecurity]? = nil, malformed: [MalformedRequest]? = nil,
    leaks own: [Leak]? = nil
  ) -> Findings {
    var findings = Findings()
    let insecurities = insecurities ?? unverified(state)
    findings.reasons = (insecurities + printed(state, output)).map(Reason.insecure)
    if insecurities.isEmpty { findings.reasons += (malformed ?? state.malformed).map(Reason.malformed) }
    let found = own.map { (leaks: $0, sharesCredentials: false) } ?? leaks(state)
    findings.reasons += found.leaks.map(Reason.leaked)
    if found.sharesCredentials { findings.counted.append(.sharedCredentials) }
    if let variation = scenario.variation,
      state.played.contains(where: { variation.isBeyondStack(of: $0.exchanged.request) })
    {
      findings.obstacle = .beyondStack
    }
    // A client may show secrets in its output, and in the message of its error.
    var texts = output.isEmpty ? [] : [output]
    if case .failure(let failure, _) = state.outcome, let message = failure["message"]?.string { texts.append(message) }
    if texts.isEmpty { return findings }
    findings.secrets = state.played.flatMap { secrets.credentials(of: $0.exchanged.request) }.map(\.value).uniqued()
    if findings.secrets.contains(where: { secret in texts.contains { $0.contains(secret) } }) {
      findings.counted.append(.printedCredentials)
    }
    return findings
  }

  /// Returns what the client showed of the call, if the contract forbids that: secrets of requests and answers, as they are,
  /// in base64 or percent-encoded, and the beginning of a long answer.
  private func printed(_ state: State, _ output: String) -> [Insecurity] {
    guard contract.variations?.forbidsPrinting == true else { return [] }
    var texts = [(place: "the output of the client", text: output)]
    if case .failure(let failure, _) = state.outcome {
      texts.append(
        ("the failure that the client reports", failure.unfolded.strings().map(\.text).joined(separator: "\n")))
    }
    var found: [Insecurity] = []
    func look(for what: String, _ forms: [String]) {
      let shown = texts.first { shown in forms.contains { shown.text.contains($0) } }
      guard let place = shown?.place else { return }
      found.append(
        Insecurity(kind: .printed(what: what, place: place), range: scenario.exchanges.last?.range ?? scenario.range))
    }
    func look(for credentials: [Credential], of message: String) {
      for one in credentials { look(for: "the \(one.carrier.rawValue) \(one.name) of \(message)", one.forms) }
    }
    for played in state.played {
      look(for: secrets.credentials(of: played.exchanged.request), of: "request \(played.number)")
      guard let reply = played.exchanged.reply else { continue }
      let response = "response \(played.number)"
      look(for: secrets.credentials(of: reply), of: response)
      // A character can end beyond the beginning, and bytes are not shown as they are.
      guard let body = reply.body, body.count >= Self.telling else { continue }
      let beginning = String(decoding: body.prefix(Self.telling), as: UTF8.self).prefix { $0 != "\u{FFFD}" }
      if beginning.utf8.count > Self.telling - 4 { look(for: "the beginning of \(response)", [String(beginning)]) }
    }
    return found.uniqued(on: \.summary)
  }

  /// How much of an answer in an output is not there by chance, in bytes.
  private static let telling = 200

  /// Returns the secrets that the client sent to one host, and then to another one: to a host without a base URL, or to
  /// a URL that an answer of this call named. It is right if the exchange that answers there describes the secret.
  ///
  /// Between base URLs that the call gave to the client, nobody but its author knows what is right. Returns whether that
  /// happened.
  private func leaks(_ known: State) -> (leaks: [Leak], sharesCredentials: Bool) {
    // Most calls have one request, or one host.
    func isAtBase(_ played: Played) -> Bool {
      RequestURL(played.exchanged.request.url)?.hasOrigin(of: addresses.base) == true
    }
    if known.played.count < 2 || addresses.named.isEmpty && known.played.allSatisfy(isAtBase) { return ([], false) }
    // Where each secret came first, and the hosts to which it may go.
    var first: [String: (request: Int, host: String, base: BaseURL?, right: Set<String>)] = [:]
    var leaks: [Leak] = []
    var sharesCredentials = false
    for (index, played) in known.played.enumerated() {
      let request = played.exchanged.request
      guard let url = RequestURL(request.url) else { continue }
      let (host, base) = contractHost(of: url)
      for credential in secrets.credentials(of: request) {
        guard let before = first[credential.value] else {
          first[credential.value] = (played.number, host, base, [host])
          continue
        }
        if before.right.contains(host) { continue }
        if isMeant(credential, from: before.base, to: base, known.played[..<index]) {
          first[credential.value]?.right.insert(host)
          continue
        }
        guard !isDescribed(credential, at: host, played.exchangeIndex),
          let source = source(naming: url, base, credential, known.played[..<index])
            ?? (base == nil ? Leak.Source.unknown : nil)
        else {
          sharesCredentials = true
          first[credential.value]?.right.insert(host)
          continue
        }
        leaks.append(
          Leak(
            part: "\(credential.carrier.rawValue) \(credential.name)", length: credential.value.utf8.count,
            inputs: inputs(in: credential),
            isUndescribed: played.exchangeIndex.map { scenario.exchanges[$0].request == nil } ?? false,
            request: played.number, host: host, firstRequest: before.request, firstHost: before.host, source: source,
            range: played.exchangeIndex.map { scenario.exchanges[$0].range } ?? scenario.range))
      }
    }
    return (leaks, sharesCredentials)
  }

  /// Returns the host of a URL as the contract has it, and the contract's base URL; nil if there is none with this host.
  func contractHost(of url: RequestURL) -> (host: String, base: BaseURL?) {
    let names = [nil] + addresses.named.keys.sorted()
    guard let name = names.first(where: { addresses[$0].map(url.hasOrigin) == true }),
      let base = contract.addresses[name]
    else { return (url.host.lowercased() + (url.port.map { ":\($0)" } ?? ""), nil) }
    return (base.shownHost, base)
  }

  /// Returns whether the exchange that answered a request describes a secret of it at the host that it went to. If the
  /// request is learned again, what the contract has counts, and not what the client does now.
  private func isDescribed(_ credential: Credential, at host: String, _ exchangeIndex: Int?) -> Bool {
    guard let exchange = exchangeIndex.map({ scenario.exchanges[$0] }),
      let shape = exchange.request ?? exchange.forgotten,
      let base = contract.addresses[shape.base?.value], base.shownHost == host
    else { return false }
    let named =
      switch credential.carrier {
      case .member: [RequestShape.Named]()
      case .header: shape.headers.filter { $0.name.isSameName(credential.name) }
      case .cookie: shape.headers.filter { $0.name.isSameName("Cookie") }
      case .queryItem: shape.query.filter { $0.name == credential.name }
      }
    return named.flatMap(\.patterns).contains { if case .absent = $0.kind { false } else { true } }
  }

  /// Returns the places of the texts in the input that a secret has, as they are or in the base64 of `Basic`.
  func inputs(in credential: Credential) -> [String] {
    let decoded = Data(base64Encoded: credential.value).map { String(decoding: $0, as: UTF8.self) }
    return scenario.input.strings().filter { _, text in
      text.utf8.count >= Self.shortestInput && [credential.value, decoded].contains { $0?.contains(text) == true }
    }.map(\.pointer)
  }

  /// The fewest bytes of a text in the input that is recognized in a secret. Shorter ones are there by chance.
  private static let shortestInput = 4

  /// Returns whether a secret is a cookie whose Domain has both hosts.
  private func isMeant(
    _ credential: Credential, from base: BaseURL?, to other: BaseURL?, _ before: ArraySlice<Played>
  ) -> Bool {
    guard credential.carrier == .cookie, let base, let other else { return false }
    return before.contains { played in
      played.exchanged.reply?.headers.values("Set-Cookie").contains { header in
        SetCookie(header).map { $0.name == credential.name && $0.goes(to: other, from: base) } == true
      } == true
    }
  }

  /// Returns the answer that named a URL: in a header such as Location or Link, or in its body. The query may differ,
  /// because clients add to it. Nil if none did. What a host says about its own URLs leads nobody to it.
  private func source(
    naming url: RequestURL, _ base: BaseURL?, _ credential: Credential, _ before: ArraySlice<Played>
  ) -> Leak.Source? {
    let target = Array("\(url.scheme)://\(url.host)\(url.port.map { ":\($0)" } ?? "")\(url.path)".utf8)
    let others = before.filter { played in
      guard let base, let own = RequestURL(played.exchanged.request.url) else { return true }
      return contractHost(of: own).base?.host != base.host
    }
    return source(credential, others) { Self.names(target, in: $0) }
  }

  /// Returns the last answer with a text that fulfills a condition: in a header, or in its body. Nil if there is none. An
  /// answer that has the secret, too, gives both to the client.
  func source(
    _ credential: Credential?, _ before: some BidirectionalCollection<Played>, where isNamed: ([UInt8]) -> Bool
  ) -> Leak.Source? {
    for played in before.reversed() {
      guard let reply = played.exchanged.reply, !reply.isRunners else { continue }
      if let credential, reply.gives(credential) { continue }
      if let line = reply.headers.lines.first(where: { isNamed(Array($0.value.utf8)) }) {
        return .header(line.name, response: played.number)
      }
      if let body = reply.body, isNamed(body) { return .body(response: played.number) }
    }
    return nil
  }

  /// Returns whether a text has a URL up to its query. JSON may have a backslash before each slash.
  private static func names(_ target: [UInt8], in text: [UInt8]) -> Bool {
    let slash = UInt8(ascii: "/")
    var text = text
    if text.contains(UInt8(ascii: "\\")) {
      text = zip(text, text.dropFirst() + [0]).filter { $0 != UInt8(ascii: "\\") || $1 != slash }.map(\.0)
    }
    return text.ranges(of: target).contains { range in
      guard let next = text[range.upperBound...].first else { return true }
      return !(next.isLetter || next.isDigit || "/-._~%!$&'()*+,;=:@".utf8.contains(next))
    }
  }
}

// Certificates that are wrong, because the contract describes that.
extension Scene {
  /// Returns that the client sent a request to a server whose certificate is wrong.
  private func unverified(_ known: State) -> [Insecurity] {
    guard let played = known.played.first(where: isUnverified),
      let exchange = scenario.exchanges.first(where: { $0.response.socketFault?.wrongCertificate != nil }),
      let certificate = exchange.response.socketFault?.wrongCertificate
    else { return [] }
    return [
      Insecurity(
        kind: .unverified, cause: certificate.phrase, number: played.number, request: played.exchanged.request,
        range: exchange.range)
    ]
  }

  /// Whether a request came over TLS to a base URL for which the contract describes a certificate that is wrong.
  func isUnverified(_ played: Played) -> Bool {
    guard transport == .loopback, scenario.certificate == nil, scenario.needsCertificates,
      played.exchanged.request.url.hasPrefix("https:"), let sent = RequestURL(played.exchanged.request.url)
    else { return false }
    return scenario.exchanges.contains { exchange in
      exchange.response.socketFault?.wrongCertificate != nil && sent.hasOrigin(of: addresses.base(of: exchange))
    }
  }
}

extension BaseURL {
  /// The host and the port, without a usual one.
  fileprivate var shownHost: String { host + (port == 80 || port == 443 ? "" : ":\(port)") }
}

extension Reply {
  /// Returns whether the client has a secret from this answer. A cookie is only for the host that set it.
  func gives(_ credential: Credential) -> Bool { credential.carrier != .cookie && has(credential.value) }

  /// Returns whether a client can read a text in the answer.
  func has(_ text: String) -> Bool { AnswerText(headers, body).has(text) }
}

extension Credential {
  /// How an output may have the secret: as it is, as JSON writes it, percent-encoded, or in base64 without the padding.
  fileprivate var forms: [String] {
    let encoded = value.addingPercentEncoding(withAllowedCharacters: Self.unreserved) ?? value
    let lowercased = encoded.replacing(#/%[0-9A-F]{2}/#) { $0.output.lowercased() }
    let base64 = Data(value.utf8).base64EncodedString()
    return [
      value, String(JSON.string(value).text.dropFirst().dropLast()), encoded, lowercased,
      String(base64.prefix { $0 != "=" }),
    ].uniqued()
  }

  /// RFC 3986, section 2.3.
  private static let unreserved = CharacterSet.alphanumerics.intersection(
    .init(charactersIn: Unicode.Scalar(0)...Unicode.Scalar(127))
  )
  .union(.init(charactersIn: "-._~"))
}
