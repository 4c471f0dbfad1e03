extension Reason {
  /// Returns the signature of the reason, which a client's scenario has.
  ///
  /// - Parameter isFlaky: Whether the scenario passed in other runs.
  func signature(in contract: Contract, of client: String, isFlaky: Bool = false) -> Signature {
    var signature = Signature()
    signature.add(client)
    if isFlaky { signature.add("flaky") }
    signature.add(self, in: contract)
    return signature
  }

  /// What makes two reasons the same: the client, the code, the place in a contract, and what was expected and came,
  /// without what varies between scenarios and transports.
  ///
  /// It keeps only the FNV-1a hash of these texts, of 64 bits: a run may have ten thousand reasons.
  struct Signature: Hashable, Sendable {
    private var hash: UInt64 = 0xcbf2_9ce4_8422_2325

    /// The signature as 16 hexadecimal digits.
    var key: String {
      let digits = String(hash, radix: 16)
      return String(repeating: "0", count: 16 - digits.utf8.count) + digits
    }

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
      var seen: Set<Signature> = []
      for difference in mismatch.differences.dropFirst() {
        var other = Signature()
        other.add(difference.kind.rawValue)
        other.add(difference.name ?? "")
        other.add(pointer: difference.pointer)
        if seen.insert(other).inserted { add(number: other.hash) }
      }
    }

    fileprivate init() {}

    /// Makes the signature of texts.
    init(of texts: [String]) { for text in texts { add(text) } }

    // MARK: Texts

    private mutating func add(_ byte: UInt8) { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }

    private mutating func add(number: UInt64) {
      for shift in stride(from: 0, to: 64, by: 8) { add(UInt8(truncatingIfNeeded: number >> UInt64(shift))) }
    }

    /// Adds bytes, and an end that no text contains.
    private mutating func add(bytes: some Sequence<UInt8>) {
      for byte in bytes { add(byte) }
      add(0xFF)
    }

    fileprivate mutating func add(_ text: String) { add(bytes: text.utf8) }

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
      add(0xFF)
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
}
