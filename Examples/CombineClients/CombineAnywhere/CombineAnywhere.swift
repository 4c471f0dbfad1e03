// The one file of these clients that says where Combine comes from: from the platform, or from OpenCombine.
@_exported public import Foundation
@_exported public import OpenCombineShim

#if canImport(FoundationNetworking)
  @_exported public import FoundationNetworking
#endif
