/// How a scenario differs from the one that it was made from.
package struct Variant: Sendable {
  /// The scenario that was changed, as the contract has it.
  package let original: Scenario
  /// What was changed; nil if it is only the input, for the real server.
  package var variation: Variation?
  /// How often a client may send the last request.
  package var attempts = 1
  /// Whether the HTTP stack below the client may send it again by itself.
  var mayBeResent = false
  /// How often HTTP stacks send a request by themselves if no whole answer comes, of those in docs/stacks.md.
  package static let mostResent = 4
  /// What answers requests after the last exchange; nil if none may come.
  package var sequel: Sequel?
  /// The fault, and what the client may do then; nil if there is none after which it may do something.
  package var recovery: Recovery?
  /// How many seconds it delays the client, besides what the scenario does.
  var addedWait = 0.0
  /// Whether the client need not send the last request.
  var mayEndEarly = false
  /// The calls on one client; nil if there is a single call.
  package var group: CallGroup?
  /// The changed value of the input; nil if the requests must be those of the scenario.
  var input: Input?

  /// A changed value of the input, and what a client may leave out of its requests.
  struct Input: Sendable {
    var change: InputChange
    var omissible: Set<InputChange.Kind>
  }
}
