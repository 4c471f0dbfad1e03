import AsyncHTTPClient
public import ContractKit
import Foundation
import NIOCore
import NIOPosix

/// Maps NIO's errors to what the contracts expect of network errors: the category, and the code that URLSession uses.
public enum NetworkFailures {
  /// Gives a failure the category and the code of an error of NIO. It leaves other errors as they are.
  public static func describe(_ error: any Error, _ failure: inout FailureDescription) {
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
