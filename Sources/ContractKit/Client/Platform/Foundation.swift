// ContractKit's API uses JSON values, whose type belongs to ContractProtocol. All other declarations of that module are
// package.
@_exported public import ContractProtocol

#if canImport(FoundationNetworking)
  // URLSession on Linux, for every file of this module and of its users. Foundation itself is not re-exported.
  @_exported public import FoundationNetworking
#endif
