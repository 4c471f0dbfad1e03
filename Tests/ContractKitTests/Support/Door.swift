import ContractKit
import Foundation

/// What both doubles have in common: a client's own protocol, which each meets with an empty extension.
protocol HTTPSession: AnyObject, Sendable {
  func dataTask(
    with request: URLRequest, completionHandler: @escaping @Sendable (Data?, URLResponse?, (any Error)?) -> Void
  ) -> URLSessionDataTask
}

extension URLSession: HTTPSession {}
extension MockSession: HTTPSession {}

/// Which double a client is given.
enum Door: String, CaseIterable, CustomStringConvertible, Sendable {
  case session, mock

  var description: String { rawValue }

  func session(of call: Call) -> any HTTPSession {
    switch self {
    case .session: call.session
    case .mock: call.mock
    }
  }
}
