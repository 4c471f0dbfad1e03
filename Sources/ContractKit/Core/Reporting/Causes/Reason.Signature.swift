extension Reason {
  /// What makes two reasons the same: the client, the code, the place in a contract, and what was expected and came,
  /// without what varies between scenarios and transports.
  struct Signature: Hashable, Sendable {
    private let parts: [String]

    /// Creates the signature of a reason that a client's scenario has.
    init(_ reason: Reason, in contract: Contract, of client: String) {
      parts = [client, reason.code] + Self.parts(reason, contract)
    }

    /// The signature as 16 hexadecimal digits: its FNV-1a hash of 64 bits.
    var key: String {
      var hash: UInt64 = 0xcbf2_9ce4_8422_2325
      for part in parts {
        for byte in part.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
        hash = (hash ^ 0xFF) &* 0x100_0000_01b3
      }
      let digits = String(hash, radix: 16)
      return String(repeating: "0", count: 16 - digits.utf8.count) + digits
    }

    private static func parts(_ reason: Reason, _ contract: Contract) -> [String] {
      switch reason {
      case .mismatch(let mismatch): self.parts(mismatch, contract)
      case .crashed(let death, let trace?, _):
        // The same line crashes in whatever scenario calls it.
        [death.text, plain(trace.message ?? ""), trace.function ?? contract.name, trace.place ?? ""]
      case .crashed(let death, nil, _): [contract.name, death.text]
      case .timedOut, .neverCompleted, .completedTwice, .neverResumed, .stalled, .basicChallenge: [contract.name]
      case .escaped(let host, _): [host]
      case .unscripted(_, let request, _, _, _, _, _, _, _), .late(let request, _):
        [contract.name, request.method, plain(request.url)]
      case .malformed(let malformed): [contract.name, plain(malformed.why)]
      case .protocolFault(let why), .notRun(let why), .skipped(let why), .givenUp(_, let why): [plain(why)]
      case .unsupported(let operation, _, let why, _): [operation, why ?? ""]
      case .unobservable(let part, let range): [part, place(range, contract)]
      case .regexStopped(_, let range), .schemaStopped(let range), .unorderedStopped(let range):
        [place(range, contract)]
      }
    }

    /// The parts of a mismatch. The differences after the first only count by kind and place.
    private static func parts(_ mismatch: Mismatch, _ contract: Contract) -> [String] {
      var parts = [place(mismatch.range ?? mismatch.whole, contract), mismatch.part.name, mismatch.part.detail ?? ""]
      if let first = mismatch.differences.first { parts += values(of: first, isOutcome: mismatch.part == .outcome) }
      var seen: Set<String> = []
      for difference in mismatch.differences.dropFirst() {
        let other = "\(difference.kind.rawValue) \(difference.name ?? "") \(anyElement(difference.pointer))"
        if seen.insert(other).inserted { parts.append(other) }
      }
      return parts
    }

    /// The expected and the received value of a difference, if they do not depend on the scenario.
    ///
    /// Requests have values of the scenario's input, so that only the place and the kind of the difference count.
    private static func values(of difference: Mismatch.Difference, isOutcome: Bool) -> [String] {
      let pointer = anyElement(difference.pointer)
      return switch difference.kind {
      case .changed where isOutcome:
        [difference.kind.rawValue, pointer, plain(difference.expected), plain(difference.actual ?? "")]
      case .wrongType: [difference.kind.rawValue, pointer, difference.expectedType ?? "", difference.actualType ?? ""]
      default: [difference.kind.rawValue, pointer]
      }
    }

    /// Returns a place without what depends on the current folder, on the scenario and on the transport: the file below
    /// the specs folder, and a pointer in which every scenario is `*`.
    private static func place(_ range: SourceRange?, _ contract: Contract) -> String {
      guard let range else { return contract.name }
      let pointer = range.pointer ?? "@\(range.start)"
      if range.source === contract.source { return contract.name + anyScenario(pointer) }
      let specs = contract.source.path.utf8.count - contract.name.utf8.count - ".contract.json".utf8.count
      let folder = contract.source.path.utf8.prefix(max(0, specs))
      let file = range.source.path
      return (file.utf8.starts(with: folder) ? String(file.utf8.dropFirst(folder.count)) ?? file : file)
        + anyScenario(pointer)
    }

    /// Returns a pointer without the number of the scenario, and without `/loopback`, whose expectation is the same.
    private static func anyScenario(_ pointer: String) -> String {
      guard pointer.hasPrefix("/scenarios/") else { return pointer }
      let steps = pointer.split(separator: "/", omittingEmptySubsequences: false)
      var rest = steps.dropFirst(3)
      if rest.first == "expect", ["loopback", "memory"].contains(rest.dropFirst().first) {
        rest.remove(at: rest.startIndex + 1)
      }
      return "/scenarios/*" + rest.map { "/\($0)" }.joined()
    }

    /// Returns a pointer in which every index of an array is `*`.
    private static func anyElement(_ pointer: String) -> String {
      if !pointer.utf8.contains(where: \.isDigit) { return pointer }
      return pointer.split(separator: "/", omittingEmptySubsequences: false)
        .map { !$0.isEmpty && $0.utf8.allSatisfy(\.isDigit) ? "*" : $0 }.joined(separator: "/")
    }

    /// How many bytes of a text count.
    private static let comparedLength = 300

    /// Returns the beginning of a text without the parts that vary: each number is `0`, and URLs begin with their
    /// path.
    private static func plain(_ text: String) -> String {
      var bytes: [UInt8] = []
      var rest = text.utf8.prefix(comparedLength)
      while let byte = rest.popFirst() {
        if byte.isDigit {
          rest = rest.drop(while: \.isDigit)
          bytes.append(UInt8(ascii: "0"))
        } else if byte == UInt8(ascii: ":"), rest.starts(with: "//".utf8) {
          while bytes.last?.isLetter == true { bytes.removeLast() }
          rest = rest.dropFirst(2).drop { $0 != UInt8(ascii: "/") && $0 > 0x20 && $0 != UInt8(ascii: "\"") }
        } else {
          bytes.append(byte)
        }
      }
      return String(decoding: bytes, as: UTF8.self)
    }
  }
}
