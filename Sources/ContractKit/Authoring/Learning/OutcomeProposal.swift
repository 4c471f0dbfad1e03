import ContractCore

/// An outcome of a client in the form in which a contract describes it.
struct OutcomeProposal: Equatable {
  /// The outcome as an object with `success`, or with `failure` and perhaps `values`.
  let json: JSON

  /// Describes an outcome.
  ///
  /// A message is left out, because it differs between platforms. On loopback, so is a code that differs there.
  ///
  /// - Parameter addresses: The base URLs of the call, which become `{{baseURL}}`.
  /// - Returns: nil if the call did not end with one result.
  init?(
    _ outcome: Outcome?, of scenario: Scenario, on transport: Transport, addresses: Addresses, present: TimeWindow
  ) {
    // Without secrets that the contract does not already contain.
    func describe(_ value: JSON) -> JSON {
      ValueProposal.make(
        [value], of: .outcome(present, on: transport) { scenario.contains($0) }, addresses: [addresses])
    }
    switch outcome {
    case .success(let value): json = .object([("success", describe(value))])
    case .failure(let failure, let streamed):
      var members: [(String, JSON)] = [("failure", Self.failure(failure, of: scenario, on: transport, describe))]
      if let streamed, streamed.isArray, streamed.count > 0 { members.append(("values", describe(streamed))) }
      json = .object(members)
    case .neverCompleted, .completedTwice, .neverResumed, .unsupported, nil: return nil
    }
  }

  /// Returns the outcome on loopback, where nobody has seen it, if its code is right on one platform only; nil if it is
  /// the same everywhere.
  func onAnotherPlatform(of scenario: Scenario) -> OutcomeProposal? {
    guard let failure = json["failure"], PlatformCode.doubts(failure, of: scenario), let category = failure["category"],
      scenario.whySkipped(on: .loopback) == nil
    else { return nil }
    return OutcomeProposal(json: ["failure": category])
  }

  private init(json: JSON) { self.json = json }

  private static func failure(
    _ failure: JSON, of scenario: Scenario, on transport: Transport, _ describe: (JSON) -> JSON
  ) -> JSON {
    let isDoubtful = transport == .loopback && PlatformCode.doubts(failure, of: scenario)
    let members = Failure.described.compactMap { name -> (String, JSON)? in
      guard let value = failure[name], !(isDoubtful && Failure.stackNames.contains(name)) else { return nil }
      if name == "payload", isMessage(value, of: failure, scenario) { return nil }
      let described = describe(value)
      return name == "payload" ? withoutMessages(described).map { (name, $0) } : (name, described)
    }
    // A category alone is written as a string. Without any member, there is nothing to compare.
    if members.isEmpty { return .string(Failure.any) }
    if members.count == 1, members[0].0 == "category" { return members[0].1 }
    return .object(members)
  }

  /// Returns whether a payload is the message of its failure, in words of the client's libraries. What the input or a
  /// response says is not in their words, and the value of a case is not a message.
  private static func isMessage(_ payload: JSON, of failure: JSON, _ scenario: Scenario) -> Bool {
    guard failure["case"] == nil, let text = payload.string, failure["message"]?.string?.isExactly(text) == true else {
      return false
    }
    return !scenario.contains(text)
  }

  /// Returns a pattern without the texts in which errors describe themselves: those of Swift's coding errors and the
  /// messages of errors within the payload, and without the empty path of an error at the top; nil if nothing is left.
  private static func withoutMessages(_ pattern: JSON) -> JSON? {
    if let elements = pattern.array { return .array(elements.map { withoutMessages($0) ?? ["$any": true] }) }
    guard let object = pattern.object, object["$literal"] == nil else { return pattern }
    let isFailure = object["category"]?.string.map { Failure.Category(rawValue: $0) != nil } ?? false
    let members = object.members.compactMap { member -> (String, JSON)? in
      if member.name == "debugDescription" || member.name == "codingPath" && member.value == [] { return nil }
      if isFailure, member.name == "message" { return nil }
      return withoutMessages(member.value).map { (member.name, $0) }
    }
    if members.count == object.members.count { return .object(members) }
    return members.isEmpty ? nil : ["$partial": .object(members)]
  }

  var isSuccess: Bool { json["success"] != nil }
}

extension Scenario {
  /// Returns whether a text is in the input or in a response.
  func contains(_ text: String) -> Bool {
    let texts = [text, String(JSON.string(text).text.dropFirst().dropLast())]
    return texts.contains(where: input.text.contains) || exchanges.contains { $0.response.mentions(text) }
  }
}
