package import ContractCore

/// One defect that explains reasons of one or more scenarios: the reasons differ in the same way, or they always occur
/// together.
package struct Cause: Sendable {
  /// The key of the cause: 16 hexadecimal digits, which are the same in every run with the same failure.
  package let key: String
  /// The first reason of the cause in the result that shows it best.
  package let reason: Reason
  /// The indexes of the results that have the cause, in the order of the run. Never empty.
  package let results: [Int]
  /// The index of the result that shows the cause best: the first one of those with the fewest causes, and with a request.
  package let shown: Int
}
