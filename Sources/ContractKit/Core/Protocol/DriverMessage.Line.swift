extension DriverMessage {
  /// One line of a driver's standard output, sorted.
  package enum Line: Sendable {
    /// A message; `json` is the whole line, for `unknownMembers`.
    case message(DriverMessage, json: JSON)
    /// A message that breaks the protocol, with everything that is wrong with it, and at least one error. It is the
    /// driver's mistake, never the client's. `id` is the call that the message names.
    case malformed([MessageError], id: Int? = nil)
    /// Anything else: what the client or its libraries printed.
    case output

    /// Sorts a line, given without its line end; a carriage return at its end does not count.
    package init(_ bytes: [UInt8]) {
      // Most of what clients print is settled here, without parsing.
      guard bytes.first(where: { $0 != 0x20 && $0 != 0x09 && $0 != 0x0D }) == UInt8(ascii: "{") else {
        self = .output
        return
      }
      var diagnostics: [Diagnostic] = []
      guard let json = JSON.parse(Source(path: "", bytes: bytes), diagnostics: &diagnostics) else {
        let limit = diagnostics.first(where: \.isBeyondLimit)
        if let limit, let name = DriverMessage.name(beginning: bytes) {
          self = .malformed([MessageError("\(name) cannot be read: \(limit.message)")])
        } else {
          self = .output
        }
        return
      }
      guard diagnostics.allSatisfy(\.isGrammatical), let name = DriverMessage.name(of: json) else {
        self = .output
        return
      }
      let errors = MessageErrors()
      for diagnostic in diagnostics { errors.note("\(name) cannot be read: \(diagnostic.message)") }
      if let message = DriverMessage(json, named: name, errors), errors.list.isEmpty {
        self = .message(message, json: json)
      } else {
        self = .malformed(errors.list, id: json[name]?["id"]?.number?.int)
      }
    }
  }

  /// The name of the message that a line is; nil where it is none.
  static func name(of line: JSON) -> String? {
    line.isObject && line.count == 1 ? names.first { line[$0] != nil } : nil
  }
}

extension DriverMessage {
  /// The name of the message that a line begins like; nil if there is no such message.
  fileprivate static func name(beginning line: [UInt8]) -> String? {
    let start = line.spaceEnd(from: 0) + 1
    let name = line.spaceEnd(from: start)
    return names.first { line[name...].starts(with: "\"\($0)\"".utf8) }
  }
}

extension Diagnostic {
  /// Whether the text is JSON by RFC 8259's grammar in spite of it. Such a line is still a message, and malformed: taken
  /// for output, it would leave its author with a time-out and no word of why.
  fileprivate var isGrammatical: Bool {
    switch problem {
    case FileProblem.duplicateKey, FileProblem.loneSurrogate: true
    default: false
    }
  }
}
