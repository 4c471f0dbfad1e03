@testable import ContractCore

extension Exchange {
  /// The request, in a test whose contract describes it.
  var shape: RequestShape {
    guard let request else { preconditionFailure("the exchange at \(range.description) has no request") }
    return request
  }
}
