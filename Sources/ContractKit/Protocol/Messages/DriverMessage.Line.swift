extension DriverMessage {
  /// One classified line of a driver's standard output.
  package enum Line: Sendable {
    /// A message. `json` is the whole line, for `unknownMembers`.
    case message(DriverMessage, json: JSON)
    /// A message that breaks the protocol, with all of its errors, of which there is at least one. It is the driver's
    /// mistake, never the client's. `id` is the call that the message names.
    case malformed([MessageError], id: Int? = nil)
    /// Anything else: output of the client or its libraries.
    case output

    /// Classifies a line without its line feed. A carriage return at its end is ignored.
    package init(_ bytes: [UInt8]) {
      // This decides most of the output of clients without parsing.
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
      guard diagnostics.allSatisfy(\.isGrammatical), let (name, body) = DriverMessage.body(of: json) else {
        self = .output
        return
      }
      let errors = MessageErrors()
      for diagnostic in diagnostics { errors.note("\(name) cannot be read: \(diagnostic.message)") }
      if let message = DriverMessage(body, named: name, errors), errors.list.isEmpty {
        self = .message(message, json: json)
      } else {
        self = .malformed(errors.list, id: body["id"]?.int)
      }
    }
  }

  /// Returns the name of the message in a line, and what the name stands for; nil if the line is not a message.
  package static func body(of line: JSON) -> (name: String, body: JSON)? {
    guard let (name, body) = line.onlyMember, names.contains(name) else { return nil }
    return (name, body)
  }

  /// Returns the name of the message with which a line begins, or nil if there is no such message.
  fileprivate static func name(beginning line: [UInt8]) -> String? {
    let start = line.spaceEnd(from: 0) + 1
    let name = line.spaceEnd(from: start)
    return names.first { line[name...].starts(with: "\"\($0)\"".utf8) }
  }
}

extension Diagnostic {
  /// Whether the text is JSON by RFC 8259's grammar in spite of the problem. Such a line is still a message, but
  /// malformed. If it were treated as output, its author would get a timeout and no reason.
  fileprivate var isGrammatical: Bool {
    switch problem {
    case FileProblem.duplicateKey, FileProblem.loneSurrogate: true
    default: false
    }
  }
}
