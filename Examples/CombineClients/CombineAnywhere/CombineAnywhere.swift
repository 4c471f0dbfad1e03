// Only this file decides where these clients get Combine from: from the platform, or from OpenCombine.
@_exported public import Foundation
@_exported public import OpenCombineShim

#if canImport(FoundationNetworking)
  @_exported public import FoundationNetworking
#endif
