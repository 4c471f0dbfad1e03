import ContractKit
import Foundation

/// A client's own protocol. Both doubles conform to it with an empty extension.
protocol HTTPSession: AnyObject, Sendable {
  func dataTask(
    with request: URLRequest, completionHandler: @escaping @Sendable (Data?, URLResponse?, (any Error)?) -> Void
  ) -> URLSessionDataTask
}

extension URLSession: HTTPSession {}
extension MockSession: HTTPSession {}

/// The injection point, and so the double, that a client gets.
enum InjectionPoint: String, CaseIterable, CustomStringConvertible, Sendable {
  case session, mock

  var description: String { rawValue }

  func session(of call: Call) -> any HTTPSession {
    switch self {
    case .session: call.session
    case .mock: call.mock
    }
  }
}
