extension DriverMessage {
  /// The members of a message that the protocol does not have, as paths: `hello.version`, `result.outcome.failure.kind`.
  ///
  /// The runner ignores them, so that a driver may be newer than its runner; `contract-run smoke` names them, since
  /// most are misspelt. What belongs to the client (`success`, `payload`, header names) is never looked into.
  ///
  /// - Parameter line: The whole line; a line that is no message has none.
  package static func unknownMembers(in line: JSON) -> [String] {
    guard let name = name(of: line), let message = line[name] else { return [] }
    var paths: [String] = []
    func check(_ json: JSON?, _ path: String, _ known: [String]) {
      for member in json?.object?.members ?? [] where !known.contains(member.name) {
        paths.append("\(path).\(member.name)")
      }
    }
    switch name {
    case "hello": check(message, name, ["protocol", "driver", "operations", "transports", "inFlight", "ahead"])
    case "request":
      check(message, name, ["id", "n", "method", "url", "headers", "body", "timeout", "unobserved"])
      check(message["body"], "request.body", ["text", "base64"])
    case "result":
      check(message, name, ["id", "outcome", "unobserved"])
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
    return paths
  }
}
