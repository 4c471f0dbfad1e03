import ContractKit

/// The driver of clients with mistakes that only variations find. Each operation has one mistake, and is otherwise right.
@main struct VariationFaultsDriver: Driver {
  func register(in operations: inout Operations) {
    operations.addResponseFaults()
    operations.addRequestFaults()
    operations.addTextFaults()
    operations.addHeaderFaults()
    operations.addPieceFaults()
    operations.addFieldFaults()
  }
}
