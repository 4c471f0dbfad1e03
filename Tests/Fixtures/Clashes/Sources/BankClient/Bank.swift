// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

public struct JSON: Sendable, Encodable {
  public var balance: Int
}

public struct Call: Sendable {
  public var account: String
  public init(account: String) { self.account = account }
}

public protocol Driver: Sendable {
  func data(for request: URLRequest) async throws -> Data
}

public struct Bank: Sendable {
  private let baseURL: URL
  private let driver: any Driver

  public init(baseURL: URL, driver: any Driver) {
    self.baseURL = baseURL
    self.driver = driver
  }

  public func balance(_ call: Call) async throws -> JSON {
    let data = try await driver.data(for: URLRequest(url: baseURL.appendingPathComponent(call.account)))
    return JSON(balance: data.count)
  }
}
