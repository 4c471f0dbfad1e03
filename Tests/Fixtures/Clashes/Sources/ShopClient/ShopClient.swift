// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

public struct Request: Sendable {
  public var path: String
  public init(path: String) { self.path = path }
}

public struct Headers: Sendable {
  public var fields: [String: String] = [:]
  public init() {}
}

public struct Response: Sendable {
  public var status: Int
  public var body: String
}

public struct Exchange: Sendable {
  public var request: Request
  public var response: Response
}

public enum Status: Sendable { case open, closed }
public enum Format: Sendable { case json, text }
public enum Source: Sendable { case cache, network }
public enum Outcome: Sendable { case found, missing }
public enum Failure: Error, Sendable { case refused }
public enum Result: Sendable { case done, failed }
public struct Pattern: Sendable { public init() {} }
public struct Contract: Sendable { public init() {} }
public struct Scenario: Sendable { public init() {} }
public struct Diagnostic: Sendable { public init() {} }

public protocol Transport: Sendable {
  func send(_ request: URLRequest) async throws -> (Data, URLResponse)
}

public struct ShopClient: Sendable {
  private let baseURL: URL
  private let transport: any Transport

  public init(baseURL: URL, transport: any Transport) {
    self.baseURL = baseURL
    self.transport = transport
  }

  public func exchange(_ request: Request) async throws -> Exchange {
    let (data, response) = try await transport.send(URLRequest(url: baseURL.appendingPathComponent(request.path)))
    guard let http = response as? HTTPURLResponse else { throw Failure.refused }
    return Exchange(
      request: request, response: Response(status: http.statusCode, body: String(decoding: data, as: UTF8.self)))
  }
}
