// The one file of this module that names the toolchain's Foundation, which is two modules on Linux; no other needs an
// import or an #if for it.
@_exported public import ContractCore

#if canImport(FoundationNetworking)
  @_exported public import FoundationNetworking
#endif
