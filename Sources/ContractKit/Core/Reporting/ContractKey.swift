/// One client's run of one contract.
struct ContractKey: Hashable, Sendable {
  var client: String
  var contract: String
}
