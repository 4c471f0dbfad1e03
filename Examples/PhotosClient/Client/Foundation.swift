// Only this file of the module imports the toolchain's Foundation, which is two modules on Linux.
@_exported public import Foundation

#if canImport(FoundationNetworking)
  @_exported public import FoundationNetworking
#endif
