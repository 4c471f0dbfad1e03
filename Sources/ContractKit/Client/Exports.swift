@_exported public import ContractCore
