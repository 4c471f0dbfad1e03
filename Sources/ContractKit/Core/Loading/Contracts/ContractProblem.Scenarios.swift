// What can be wrong with scenarios, and with what they expect.
extension ContractProblem {
  static let responseAndExchanges = Self(
    "a scenario has either \"response\" or \"exchanges\", found both", "move the response into the list \"exchanges\"")
  static let noResponse = Self(
    "missing member \"response\" or \"exchanges\" in a scenario",
    "if the client must send nothing, write \"exchanges\": []")
  static let nowhereToRun = Self(
    "this scenario cannot run: a nonHTTP response needs a separate outcome for loopback",
    "add \"loopback\": {\"failure\": …} to \"expect\", or add \"memory\" to \"transports\"")
  static func noOutcome(transport: String) -> Self {
    Self(
      "missing expectation for \(transport)",
      "add \"success\" or \"failure\", or \"\(transport)\" with one of them, or remove \(transport) from \"transports\""
    )
  }
  static func nameOfVariation(_ name: String) -> Self {
    Self(
      "\"\(name)\" is the name of a variation of another scenario", "verdict ids contain this name; write another one")
  }
  static let waitsForOne = Self(
    "\"waits\" needs \"attempts\" of 2 or more, because a client that sends a request once never waits",
    "write \"attempts\": 2, or more, beside it")
  /// A schema of `fields` does not accept the body of the scenario that is varied.
  static func unacceptedBody(_ scenario: String, at range: SourceRange) -> Self {
    Self(
      "this schema does not accept the body of \"\(scenario)\" itself", "the body is at \(range.description)",
      "correct the schema, or the body")
  }
  static let varyWithoutValidResponse = Self(
    "the scenario has no valid response at its end, so there are no variations of it",
    "variations change a valid response; remove \"vary\"")
  static let badVariable = Self(
    "\"$env\" needs the name of an environment variable, and nothing beside it",
    "write it as {\"$env\": \"API_TOKEN\"}: letters, digits and _, and no digit first")
  static let notBeforeFirst = Self(
    "\"notBefore\" is not allowed in the first exchange, because no request comes before it",
    "\"notBefore\" is the time since the previous request; write it in the exchange of the later request")
  static let followsInSequence = Self(
    "\"follows\" has no effect in sequence: every exchange follows the one before it",
    "write \"order\": \"any\" in the scenario, or remove \"follows\"")
  static func noExchangeNames(_ name: String) -> Self {
    Self(
      "unknown exchange \"\(name)\": no exchange of this scenario has a name",
      "write \"name\": \"\(name)\" in the exchange whose answer must come first")
  }
  static func followsCircle(_ names: [String]) -> Self {
    Self(
      names.count == 1
        ? "the exchange \"\(names[0])\" follows itself"
        : "these exchanges follow each other in a circle: "
          + Excerpt.beginning(of: (names.suffix(1) + names).joined(separator: " follows ")),
      names.count == 1
        ? "remove the name from \"follows\""
        : "the request of none of them could come first; remove one of the names in \"follows\"")
  }
  static func unusedOutcome(transport: String) -> Self {
    Self(
      "unused outcome: the scenario never runs on \(transport)", "remove it, or add \"\(transport)\" to \"transports\"")
  }

  // MARK: Expectations and patterns

  static let successAndFailure = Self(
    "an outcome is either \"success\" or \"failure\", found both", "remove one of them")
  static let neitherSuccessNorFailure = Self(
    "missing member \"success\" or \"failure\"", "if the value does not matter, write \"success\": {\"$any\": true}")
  static let valuesWithSuccess = Self(
    "\"values\" is only for the values before a failure",
    "if a stream succeeds, write its values as the array in \"success\"")
  static let referenceInData = Self(
    "\"$ref\" is not allowed inside data and patterns", "to write it as data, use {\"$literal\": {\"$ref\": …}}")
  static let referenceNotAlone = Self("\"$ref\" must be the only member of its object", "remove the other members")
  static func severalMatchers(_ names: [String]) -> Self {
    Self(
      "this object has more than one matcher: \(names.joined(separator: ", "))",
      "a matcher must be the only member of its object; to accept any one of them, use {\"$anyOf\": […]}")
  }
  static func matcherWithMembers(_ name: String) -> Self {
    Self(
      "a matcher must be the only member of its object, found \(name) beside other members",
      "if \"\(name)\" is the real name of a member, wrap the object: {\"$literal\": {…}}")
  }
  static func onlyTrue(_ name: String) -> Self {
    Self("the value of \(name) must be true", "write {\"\(name)\": true}")
  }
  static func notHere(_ name: String) -> Self {
    Self(
      "\(name) is not allowed here",
      "allowed for what may be missing: an object's member, a header, a query item, a form field, a part or a body")
  }
  static func absentInside(_ name: String) -> Self {
    Self("\(name) is not allowed inside $optional, which already allows absence", "remove one of them")
  }
  static func badRegex(_ text: String, why: String) -> Self {
    Self(
      "'\(text)' is not a regular expression: \(why)",
      "the syntax is that of ECMA-262; in JSON, write each backslash twice (\"\\\\d+\")")
  }
  static func neverMatches(_ what: String, why: String) -> Self { Self("\(what) never matches: \(why)") }
  static func sameOnlyInNot(_ name: String) -> Self {
    Self(
      "the name \"\(name)\" is used only inside $not, which never binds it to a value",
      "write {\"$same\": \"\(name)\"} also outside $not, in the place that this value must differ from")
  }
}
