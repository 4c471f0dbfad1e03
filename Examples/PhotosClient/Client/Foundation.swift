// The one file of this module that names the toolchain's Foundation, which is two modules on Linux.
@_exported public import Foundation

#if canImport(FoundationNetworking)
  @_exported public import FoundationNetworking
#endif
