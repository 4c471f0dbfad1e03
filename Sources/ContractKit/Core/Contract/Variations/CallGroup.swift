/// Multiple calls of one operation on one client. Only variations have it.
package struct CallGroup: Sendable {
  /// How many calls there are.
  package let count: Int
  /// Whether all calls begin at the same time; otherwise, each begins after the result of the one before it.
  package let isAtOnce: Bool
  /// At once: the indexes of the exchanges that answer once in the whole group.
  var once: Set<Int> = []
  /// At once: the index of the exchange that holds back its last answer until the other calls have gone on; nil if none
  /// does.
  var heldBack: Int?
  /// One call after the other: the exchanges of each call.
  var exchangesOfCalls: [Range<Int>] = []
  /// After how many calls the server ends the connections on which nothing is awaited; nil if it does not.
  package var endsIdleAfter: Int?
  /// How many calls, from the first, get an error in place of the last answer.
  var errors = 0

  /// What cancels the first of two calls; nil if nothing does.
  package var cancellation: Cancellation?

  /// When a call is canceled, and how it must end.
  package struct Cancellation: Sendable {
    /// The exchange whose request the client has sent by then.
    package var exchangeIndex: Int
    var expect: Scenario.Expectation.Outcome
    /// When it is, in words.
    var place: String
    /// How many seconds after the result nothing may be sent: the client may have waited for its next attempt.
    package var pause = 0.0
  }

  /// After how many calls connections count.
  private static let fewestCalls = 4

  /// Returns whether calls in a row left more and more connections open. A client needs one for calls in a row, or a few, and
  /// not as many as there are calls.
  ///
  /// - Parameter connections: How many were open after each call.
  package func isLeak(_ connections: [Int]) -> Bool {
    // The last call after errors succeeds, and need not leave one.
    let counted = connections.prefix(errors > 0 ? errors : count)
    guard counted.count >= Self.fewestCalls, let first = counted.first, first > 0 else { return false }
    return zip(counted, counted.dropFirst()).allSatisfy { $0 < $1 } && (connections.last ?? 0) >= Self.fewestCalls
  }

  /// Returns a call as text: `call 2 of 5 on one client`.
  func text(ofCall index: Int) -> String { "call \(index + 1) of \(count) on one client" }

  /// Returns the call that an exchange belongs to; nil if all calls share it.
  func call(ofExchange index: Int) -> Int? { exchangesOfCalls.firstIndex { $0.contains(index) } }
}
