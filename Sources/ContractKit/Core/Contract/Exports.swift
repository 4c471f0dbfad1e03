// Everything that reads and judges contracts works with the requests, answers and JSON values of ContractProtocol.
@_exported public import ContractProtocol
