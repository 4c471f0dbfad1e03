import ContractCore

/// One client's run of one contract, by which its results are found.
struct ContractRun: Hashable {
  private let client: String
  private let contract: ObjectIdentifier

  init(_ client: String, _ contract: Contract) { (self.client, self.contract) = (client, ObjectIdentifier(contract)) }
}
