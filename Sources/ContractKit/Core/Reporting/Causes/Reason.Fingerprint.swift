extension Reason {
  /// Returns what is the same for reasons that are the same: the client, the code, the place in a contract, and what was
  /// expected and came, without what varies between scenarios and transports.
  ///
  /// - Parameter isFlaky: Whether the scenario passed in other runs.
  func fingerprint(in contract: Contract, of client: String, isFlaky: Bool = false) -> Fingerprint {
    // An earlier report has it for the whole reason.
    if case .recorded(let recorded) = self, let fingerprint = recorded.fingerprint { return fingerprint }
    var fingerprint = Fingerprint()
    fingerprint.add(client)
    if isFlaky { fingerprint.add("flaky") }
    fingerprint.add(self, in: contract)
    return fingerprint
  }
}

extension Fingerprint {
  /// Adds a reason.
  fileprivate mutating func add(_ reason: Reason, in contract: Contract) {
    add(reason.code)
    switch reason {
    case .mismatch(let mismatch): add(mismatch, in: contract)
    case .crashed(let death, let trace?, _):
      // The same line crashes in whatever scenario calls it.
      add(death.text)
      add(plain: trace.message ?? "")
      // Without a function, the file. Its folder and its lines change from checkout to checkout.
      let file = trace.place?.split(separator: "/").last?.prefix { $0 != ":" }
      add(trace.function ?? file.map(String.init) ?? contract.name)
    case .crashed(let death, nil, _):
      add(contract.name)
      add(death.text)
    case .timedOut, .neverCompleted, .completedTwice, .neverResumed, .stalled, .basicChallenge, .flaky, .notCompared:
      add(contract.name)
    case .recorded(let recorded): add(plain: recorded.summary)
    case .interrupted(let why, _): add(why)
    case .escaped(let escape): add(escape.host)
    // The same result of many changes has one cause, and one command accepts all of them.
    case .unreviewed(let field):
      add(contract.name)
      add(plain: field.result.text)
    case .unscripted(_, let request, _, _, _, _, _, _, _), .late(let request, _):
      add(contract.name)
      add(request.method)
      add(plain: request.url)
    case .malformed(let malformed):
      add(contract.name)
      add(plain: malformed.why)
    case .protocolFault(let why), .notRun(let why), .skipped(let why), .givenUp(_, let why): add(plain: why)
    case .unsupported(let operation, _, let why, _):
      add(operation)
      add(why ?? "")
    case .unobservable(let part, let range):
      add(part)
      add(range, in: contract)
    case .regexStopped(_, let range), .schemaStopped(let range), .unorderedStopped(let range):
      add(range, in: contract)
    // One command learns all of them.
    case .notLearned: break
    }
  }

  /// Adds a mismatch. The differences after the first only count by kind and place.
  private mutating func add(_ mismatch: Mismatch, in contract: Contract) {
    add(mismatch.range ?? mismatch.whole, in: contract)
    add(mismatch.part.name)
    add(mismatch.part.detail ?? "")
    guard let first = mismatch.differences.first else { return }
    add(first.kind.rawValue)
    add(pointer: first.pointer)
    switch first.kind {
    // Requests have values of the scenario's input, so that only the place and the kind of the difference count.
    case .changed where mismatch.part == .outcome:
      add(plain: first.expected)
      // Statuses and other short numbers are what the client made of the answer.
      add(plain: first.actual ?? "", keepsDigits: 3)
    case .wrongType:
      add(first.expectedType ?? "")
      add(first.actualType ?? "")
    default: break
    }
    var seen: Set<Fingerprint> = []
    for difference in mismatch.differences.dropFirst() {
      var other = Fingerprint()
      other.add(difference.kind.rawValue)
      other.add(difference.name ?? "")
      other.add(pointer: difference.pointer)
      if seen.insert(other).inserted { add(number: other.number) }
    }
  }

  // MARK: Texts

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
        return add(pointer: "/expect" + String(Substring(rest.dropFirst(own.utf8.count))))
      }
    }
    // The index of an exchange counts, and that of an element of the outcome does not.
    if rest.starts(with: "/expect".utf8) { add(pointer: String(Substring(rest))) } else { add(bytes: rest) }
  }

  /// Adds a pointer in which each index of an array is `*`.
  private mutating func add(pointer: String) {
    var rest = pointer.utf8[...]
    while let slash = rest.popFirst() {
      add(slash)
      let step = rest.prefix { $0 != UInt8(ascii: "/") }
      rest = rest[step.endIndex...]
      if !step.isEmpty, step.allSatisfy(\.isDigit) { add(UInt8(ascii: "*")) } else { for byte in step { add(byte) } }
    }
    end()
  }

  /// How many bytes of a text count.
  private static let comparedLength = 300

  /// Adds the beginning of a text without the parts that vary: each number is `0`, and URLs begin with their path.
  ///
  /// - Parameter keepsDigits: The largest number of digits of a number that does not vary.
  private mutating func add(plain text: String, keepsDigits: Int = 0) {
    var bytes: [UInt8] = []
    var rest = text.utf8.prefix(Self.comparedLength)
    while let byte = rest.popFirst() {
      if byte.isDigit {
        // With its fraction.
        let more = rest.prefix { $0.isDigit || $0 == UInt8(ascii: ".") }
        rest = rest[more.endIndex...]
        if more.count < keepsDigits { bytes += [byte] + more } else { bytes.append(UInt8(ascii: "0")) }
      } else if byte == UInt8(ascii: ":"), rest.starts(with: "//".utf8) {
        while bytes.last?.isLetter == true { bytes.removeLast() }
        rest = rest.dropFirst(2).drop { $0 != UInt8(ascii: "/") && $0 > 0x20 && $0 != UInt8(ascii: "\"") }
      } else {
        bytes.append(byte)
      }
    }
    add(bytes: bytes)
  }
}
