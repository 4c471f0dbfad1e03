@testable import ContractCore

extension Exchange {
  /// The request, in a test whose contract describes it.
  var shape: RequestShape { request! }
}
