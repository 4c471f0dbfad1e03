/// A scenario in play: it answers the client's requests, and says in the end what was right and wrong with them.
///
/// One script serves one call on either transport, in the driver's process or out of it.
public final class Script: Sendable {
  public let contract: Contract
  public let scenario: Scenario
  public let transport: Transport

  /// Makes the script of one call.
  ///
  /// - Parameters:
  ///   - scenario: What is played.
  ///   - contract: The contract that it belongs to.
  ///   - transport: How requests travel.
  public init(_ scenario: Scenario, of contract: Contract, transport: Transport) {
    self.scenario = scenario
    self.contract = contract
    self.transport = transport
  }

  /// Takes note of a request and says what it is answered.
  ///
  /// A request beyond the script is answered 500; one after the result NSURLErrorDomain -999. Both fail the scenario.
  public func reply(to request: CapturedRequest) -> Reply {
    fatalError("step (a)")
  }

  /// Takes note of the call's result.
  ///
  /// - Parameter unobserved: What the driver could not see of the call as a whole.
  public func finish(_ outcome: Outcome, unobserved: [String] = []) {
    fatalError("step (a)")
  }

  /// Takes note of something that went wrong around the call: a crash, a time-out, a fault of the driver.
  public func blame(_ reason: Reason) {
    fatalError("step (a)")
  }

  /// When the last answer was handed out; nil where none was.
  public var lastAnswer: ContinuousClock.Instant? { fatalError("step (a)") }

  /// What the call comes to, by what is known now; asked again later, requests after the result are in it.
  public func verdict(output: String = "", duration: Double = 0) -> Verdict {
    fatalError("step (a)")
  }
}
