extension DriverMessage {
  /// Returns the members of a message that the protocol does not have, as paths: `hello.version`,
  /// `result.outcome.failure.kind`.
  ///
  /// The runner ignores them, so that a driver may be newer than its runner. `contract-run check` with a driver lists them, because
  /// most of them are misspelled. Members that belong to the client (`success`, `payload`, header names) are never
  /// inspected.
  ///
  /// - Parameter line: The whole line. A line that is not a message has no unknown members.
  package static func unknownMembers(in line: JSON) -> [UnknownMember] {
    guard let (name, message) = body(of: line) else { return [] }
    var unknown: [UnknownMember] = []
    func check(_ json: JSON?, _ path: String, _ known: [String]) {
      let names = json?.object?.members.map(\.name) ?? []
      for name in names where !known.contains(name) {
        let near = Suggestion.of(name, in: known.filter { !names.contains($0) })
        unknown.append(UnknownMember(path: "\(path).\(name)", near: near))
      }
    }
    switch name {
    case "hello":
      check(
        message, name,
        [
          "protocol", "driver", "operations", "transports", "inFlight", "ahead", "answers", "chunks", "groups",
          "cancels", "language",
        ])
    case "request":
      check(message, name, ["id", "n", "method", "url", "headers", "body", "timeout", "unobserved"])
      check(message["body"], "request.body", ["text", "base64"])
    case "result":
      check(message, name, ["id", "outcome", "unobserved", "mistake", "undescribed"])
      let outcome = message["outcome"]
      let isFailure = outcome?["failure"] != nil
      check(outcome, "result.outcome", Outcome.names + (isFailure ? ["values"] : []))
      var failure = outcome?["failure"]
      var path = "result.outcome.failure"
      while let json = failure {
        check(json, path, Failure.members)
        failure = json["underlying"]
        path += ".underlying"
      }
    default: check(message, name, ["id"])
    }
    return unknown
  }

  /// A member that the protocol does not have.
  package struct UnknownMember: Sendable, Equatable {
    /// The path of the member: `hello.inflight`.
    package var path: String
    /// The name that was probably meant: one that its object may have and does not.
    package var near: String?
  }
}
