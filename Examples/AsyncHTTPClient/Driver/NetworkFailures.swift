import AsyncHTTPClient
import ContractKit
import Foundation
import NIOCore
import NIOPosix

/// Maps NIO's errors to what the contracts expect of network errors: the category, and the code that URLSession uses.
enum NetworkFailures {
  static func describe(_ error: any Error, _ failure: inout FailureDescription) {
    guard let code = code(of: error) else { return }
    failure.category = .network
    failure.domain = NSURLErrorDomain
    failure.code = code
  }

  private static func code(of error: any Error) -> Int? {
    switch error {
    case let error as NIOConnectionError:
      error.dnsAError == nil && error.dnsAAAAError == nil ? NSURLErrorCannotConnectToHost : NSURLErrorCannotFindHost
    case let error as IOError:
      switch error.errnoCode {
      case ECONNREFUSED: NSURLErrorCannotConnectToHost
      case ECONNRESET, EPIPE: NSURLErrorNetworkConnectionLost
      default: NSURLErrorUnknown
      }
    case let error as HTTPClientError: code(of: error)
    // The response is not HTTP, or it is cut off.
    default: String(describing: type(of: error)).hasSuffix("HTTPParserError") ? NSURLErrorCannotParseResponse : nil
    }
  }

  private static func code(of error: HTTPClientError) -> Int? {
    switch error {
    case .remoteConnectionClosed: NSURLErrorBadServerResponse
    case .deadlineExceeded, .readTimeout, .connectTimeout: NSURLErrorTimedOut
    default: nil
    }
  }
}
