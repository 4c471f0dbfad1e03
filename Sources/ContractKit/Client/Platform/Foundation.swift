// ContractKit's API has JSON values, whose type is ContractCore's; everything else of that module is package.
@_exported public import ContractCore

#if canImport(FoundationNetworking)
  // URLSession on Linux, for every file of this module and of its users. Foundation itself is not re-exported.
  @_exported public import FoundationNetworking
#endif
