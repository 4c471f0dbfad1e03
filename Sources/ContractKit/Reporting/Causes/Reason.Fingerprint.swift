import ContractCore

extension Reason {
  /// Returns what is the same for reasons that differ in the same way: the client, the code, the part, and what was
  /// expected and came, without what varies between scenarios, transports and machines.
  ///
  /// What the code of one endpoint decides also has the contract. What code for all endpoints may decide has the kind of
  /// the response instead.
  ///
  /// - Parameters:
  ///   - trait: What the reason is about, as `trait(in:)` returns it.
  ///   - isOfContract: Whether a reason of the result is about its contract, so that the others probably follow from it.
  ///   - isFlaky: Whether the scenario passed in other runs.
  func fingerprint(in result: ScenarioResult, _ trait: Trait?, isOfContract: Bool, isFlaky: Bool) -> Fingerprint {
    // An earlier report has it for the whole reason.
    if case .recorded(let recorded) = self, let fingerprint = recorded.fingerprint { return fingerprint }
    var fingerprint = Fingerprint()
    fingerprint.add(result.client)
    if isFlaky { fingerprint.add("flaky") }
    fingerprint.add(code)
    guard let trait, trait == .anything || !isOfContract else {
      fingerprint.add(self, in: result.contract)
      return fingerprint
    }
    if case .outcome(let kind) = trait { fingerprint.add(kind?.rawValue ?? "") }
    fingerprint.add(shared: self, in: result.contract)
    return fingerprint
  }
}

extension Fingerprint {
  /// Adds a reason that is about one contract, or that says by itself which code is wrong.
  fileprivate mutating func add(_ reason: Reason, in contract: Contract) {
    switch reason {
    case .mismatch(let mismatch):
      add(mismatch.range ?? mismatch.whole, in: contract)
      add(mismatch.part.name)
      add(mismatch.part.detail ?? "")
      addDifferences(of: mismatch, in: contract)
    case .crashed(let termination, let trace?, _):
      // The same line crashes in whatever scenario calls it.
      add(termination.text)
      add(steady: trace.message ?? "", in: contract)
      // Without a function, the file. Its folder and its lines change from checkout to checkout.
      let file = trace.location?.split(separator: "/").last?.prefix { $0 != ":" }
      add(trace.function ?? file.map(String.init) ?? contract.name)
    case .crashed(let termination, nil, _):
      add(contract.name)
      add(termination.text)
    case .timedOut, .neverCompleted, .completedTwice, .neverResumed, .stalled, .basicChallenge, .flaky, .notCompared:
      add(contract.name)
    case .recorded(let recorded): add(steady: recorded.summary, in: contract)
    case .interrupted(let why, _): add(why)
    // On loopback, hosts of calls have other IP addresses in each run.
    case .escaped(let escape): add(escape.host.replacing(#/^127(?:\.[0-9]+){3}/#, with: "127.0.0.1"))
    // The same code of the client follows links in whatever scenario it does.
    case .leaked(let leak):
      // Which headers a stack sends to another host does not depend on the contract.
      if !leak.isForNobody { add(contract.name) }
      add(leak.part)
    case .insecure(let insecurity):
      add(contract.name)
      add(insecurity.code.rawValue)
    // A client that ignores one error of an exchange ignores most of them.
    case .step(let problem):
      add(contract.name)
      add(problem.code.rawValue)
      add(problem.range, in: contract)
    case .group(let problem):
      add(contract.name)
      add(problem.code.rawValue)
    // A client that drops one kind of value drops it everywhere.
    case .input(let problem):
      add(contract.name)
      add(problem.code.rawValue)
      add(problem.kindName)
    // The same result of many changes has one cause, and one command accepts all of them.
    case .unapproved(let field):
      add(contract.name)
      add(steady: field.result.text, in: contract)
    case .drift(let drift):
      add(contract.name)
      for key in drift.keys { add(steady: key, in: contract) }
    case .provider(let failure): add(steady: failure.why, in: contract)
    case .unexpectedRequest(let unexpected): add(unexpected.request, in: contract)
    case .late(let request, _): add(request, in: contract)
    case .malformed(let malformed):
      add(contract.name)
      add(steady: malformed.why, in: contract)
    case .protocolFault(let why), .notRun(let why), .skipped(let why), .givenUp(_, let why):
      add(steady: why, in: contract)
    case .unsupported(let operation, _, let why, _):
      add(operation)
      add(why ?? "")
    case .unobservable(let part, let range):
      add(part.name)
      add(part.detail ?? "")
      add(range, in: contract)
    case .stopped(_, let range): add(range, in: contract)
    // One command learns all of them.
    case .notLearned: break
    }
  }

  /// Adds a reason that may be the same in multiple contracts.
  fileprivate mutating func add(shared reason: Reason, in contract: Contract) {
    switch reason {
    case .mismatch(let mismatch):
      add(mismatch.part.name)
      if [.origin, .pathPrefix].contains(mismatch.part.kind) {
        add(contract.baseURL.text)
        return add(mismatch.differences.first?.otherBase ?? "")
      }
      add(mismatch.part.detail?.lowercased() ?? "")
      addDifferences(of: mismatch, in: contract)
    case .crashed(let termination, let trace, _):
      add(termination.text)
      add(steady: trace?.message ?? "", in: contract)
    default: break
    }
  }

  /// Adds the differences of a mismatch. Those after the first only count by kind and place.
  private mutating func addDifferences(of mismatch: Mismatch, in contract: Contract) {
    guard let first = mismatch.differences.first else { return }
    add(first.kind.rawValue)
    add(pointer: first.pointer.utf8[...])
    add(first.instead?.lowercased() ?? "")
    // What the client makes of an answer is another value in each contract.
    switch mismatch.mixUp {
    case .success(let form)?: return add("success " + form.named(in: contract))
    case .failure?: return add(steady: first.actual ?? "", in: contract, keepsDigits: 3)
    case nil: break
    }
    switch (first.kind, mismatch.part) {
    // Other parts of requests have values of the scenario's input, so that only the place and the kind count.
    case (.changed, .outcome), (.changed, .header):
      add(steady: first.expected, in: contract)
      // Statuses and other short numbers are what the client made of the answer.
      add(steady: first.actual ?? "", in: contract, keepsDigits: 3)
    case (.wrongType, _):
      add(first.expectedType ?? "")
      add(first.actualType ?? "")
    default: break
    }
    var seen: Set<Fingerprint> = []
    for difference in mismatch.differences.dropFirst() {
      var other = Fingerprint()
      other.add(difference.kind.rawValue)
      other.add(difference.name ?? "")
      other.add(pointer: difference.pointer.utf8[...])
      if seen.insert(other).inserted { add(number: other.number) }
    }
  }

  // MARK: Texts

  private mutating func add(_ request: CapturedRequest, in contract: Contract) {
    add(contract.name)
    add(request.method)
    add(steady: request.url, in: contract)
  }

  /// Adds a place without what depends on the current folder, on the scenario and on the transport: the file below
  /// the specs folder, and a pointer without the number of the scenario.
  private mutating func add(_ range: SourceRange?, in contract: Contract) {
    guard let range else { return add(contract.name) }
    if range.source === contract.source {
      add(contract.name)
    } else {
      let specs = contract.source.path.utf8.dropLast(contract.name.utf8.count + ".contract.json".utf8.count)
      let file = range.source.path.utf8
      add(bytes: file.starts(with: specs) ? file.dropFirst(specs.count) : file[...])
    }
    guard let pointer = range.pointer else { return add("@\(range.start)") }
    var rest = pointer.utf8[...]
    if rest.starts(with: "/scenarios/".utf8) {
      rest = rest.dropFirst("/scenarios/".utf8.count).drop { $0 != UInt8(ascii: "/") }
      add("/scenarios")
      // An outcome of one transport is the same place as the outcome of both.
      if let own = ["/expect/loopback", "/expect/memory"].first(where: { rest.starts(with: $0.utf8) }) {
        return add(pointer: ("/expect" + String(Substring(rest.dropFirst(own.utf8.count)))).utf8[...])
      }
    }
    // The index of an exchange counts, and that of an element of the outcome does not.
    if rest.starts(with: "/expect".utf8) { add(pointer: rest) } else { add(bytes: rest) }
  }

  /// Adds a pointer in which each index of an array is `*`.
  private mutating func add(pointer: Substring.UTF8View) {
    var rest = pointer
    while let slash = rest.popFirst() {
      add(slash)
      let step = rest.prefix { $0 != UInt8(ascii: "/") }
      rest = rest[step.endIndex...]
      if !step.isEmpty, step.allSatisfy(\.isDigit) { add(UInt8(ascii: "*")) } else { for byte in step { add(byte) } }
    }
    end()
  }

  /// How many bytes of a text are read, and how many of the rest count.
  private static let (readLength, comparedLength) = (2000, 200)

  /// Adds the beginning of a text without the parts that vary.
  ///
  /// - Parameter keepsDigits: The largest number of digits of a number that does not vary.
  private mutating func add(steady text: String, in contract: Contract, keepsDigits: Int = 0) {
    let text =
      text.utf8.count <= Self.readLength ? text : String(decoding: text.utf8.prefix(Self.readLength), as: UTF8.self)
    // Cut at the end, because a long host would otherwise move the end of the text.
    add(bytes: text.steady(hosts: contract.hosts, keepsDigits: keepsDigits).utf8.prefix(Self.comparedLength))
  }
}
