/// An outcome of a client in the form in which a contract describes it.
struct OutcomeProposal: Equatable {
  /// The outcome as an object with `success`, or with `failure` and perhaps `values`.
  let json: JSON

  /// Describes an outcome.
  ///
  /// A message is left out, because it differs between platforms. On loopback, so is a code that differs there.
  ///
  /// - Parameters:
  ///   - scenario: The scenario that was played.
  ///   - addresses: The base URLs of the call, which become `{{baseURL}}`.
  /// - Returns: nil if the call did not end with one result.
  init?(_ outcome: Outcome?, of scenario: Scenario, on transport: Transport, addresses: Addresses) {
    let values = OutcomeValues(scenario: scenario, addresses: addresses)
    switch outcome {
    case .success(let value): json = .object([("success", values.describe(value))])
    case .failure(let failure, let streamed):
      var members: [(String, JSON)] = [("failure", Self.failure(failure, of: scenario, on: transport, values))]
      if let streamed, streamed.isArray, streamed.count > 0 { members.append(("values", values.describe(streamed))) }
      json = .object(members)
    case .neverCompleted, .completedTwice, .neverResumed, .unsupported, nil: return nil
    }
  }

  private static let members = ["category", "type", "case", "payload", "domain", "code"]

  private static func failure(
    _ failure: JSON, of scenario: Scenario, on transport: Transport, _ values: OutcomeValues
  ) -> JSON {
    let isDoubtful = transport == .loopback && PlatformCode.doubts(failure, of: scenario)
    let members = Self.members.compactMap { name -> (String, JSON)? in
      guard let value = failure[name], !(isDoubtful && ["domain", "code"].contains(name)) else { return nil }
      return (name, name == "payload" ? withoutMessages(values.describe(value)) : value)
    }
    // A category alone is written as a string. Without any member, there is nothing to compare.
    if members.isEmpty { return .string(Failure.any) }
    if members.count == 1, members[0].0 == "category" { return members[0].1 }
    return .object(members)
  }

  /// Returns a pattern without the texts in which Swift's coding errors describe themselves. They are messages.
  private static func withoutMessages(_ pattern: JSON) -> JSON {
    guard let object = pattern.object, object["$literal"] == nil else { return pattern }
    let members = object.members.filter { $0.name != "debugDescription" }.map { ($0.name, withoutMessages($0.value)) }
    return members.count == object.members.count ? .object(members) : ["$partial": .object(members)]
  }

  /// Whether the call succeeded.
  var isSuccess: Bool { json["success"] != nil }
}
