import ContractCore

/// What `check --traffic` finds: how the traffic of the real server differs from a contract.
package struct TrafficProblem: Diagnostic.Problem {
  /// What differs: a fact about an endpoint, on one line.
  var message: String
  /// How many of the recorded requests or answers differ in this way, and of how many.
  var count: Int
  var all: Int
  /// What is counted: `request` or `answer`.
  var what: String
  /// The place of the first one in the archive.
  var first: String
  /// What is known about it, in addition.
  var notes: [String] = []

  package var text: (message: String, help: [String]) {
    let counted = count == all ? English.counted(all, what) : "\(count) of \(English.counted(all, what))"
    let reference = "see \(Documentation.page("real-server.md#check-traffic"))"
    return ("\(message) [\(KnownIssue.drift)]", ["\(counted), first \(first)"] + notes + [reference])
  }
}
