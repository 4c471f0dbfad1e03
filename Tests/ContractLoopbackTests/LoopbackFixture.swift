import Foundation
import Synchronization
import Testing

@testable import ContractCore
@testable import ContractLoopback
@testable import TestSupport

/// A call on loopback with the responses of a test. It has its own server, which is closed with it.
final class LoopbackFixture: Sendable {
  let server: LoopbackServer
  let call: LoopbackCall
  let script: Script

  /// Opens a call and starts its script.
  ///
  /// - Parameter responses: Each response in JSON. Begin it with `NAME:` for the base URL of that name.
  convenience init(_ responses: String..., baseURL: String = "http://localhost:8080/v1") throws {
    try self.init(Self.contract(responses, baseURL: baseURL), on: LoopbackServer())
  }

  init(_ contract: Contract, on server: LoopbackServer) throws {
    self.server = server
    let scenario = contract.scenarios[0]
    call = try server.open(scenario, of: contract)
    script = Script(scenario, of: contract, transport: .loopback, addresses: call.addresses)
    call.start(script)
  }

  deinit { server.close() }

  /// Returns a contract with one scenario.
  static func contract(_ responses: [String], baseURL: String = "http://localhost:8080/v1") throws -> Contract {
    let exchanges = responses.map { text in
      let parts = text.split(separator: ":", maxSplits: 1)
      let name = parts.count == 2 && !parts[0].contains("{") ? String(parts[0]) : nil
      let base = name.map { ", \"base\": \"\($0)\"" } ?? ""
      return
        "{\"request\": {\"method\": \"GET\", \"path\": \"/\"\(base)}, \"response\": \(name == nil ? text : String(parts[1]))}"
    }
    let text = """
      {
        "contract": 1, "endpoint": "x", "baseURL": "\(baseURL)", "baseURLs": {"auth": "https://auth.example.com:8443/o"},
        "scenarios": [
          {"name": "x", "exchanges": [\(exchanges.joined(separator: ", "))], "expect": {"failure": {"$any": true}}}
        ]
      }
      """
    return try Contract.read(text)
  }

  /// Returns a contract with one scenario, whose answer has a given number of bytes.
  static func contract(_ response: String, size: Int, after: Int = 0) throws -> Contract {
    let contract = try contract([response])
    let scenario = contract.scenarios[0]
    let (exchange, known) = (scenario.exchanges[0], scenario.exchanges[0].response)
    let large = Response(
      kind: known.kind, range: known.range, status: known.status, headers: known.headers,
      body: Response.Body(pieces: [.init(bytes: [UInt8](repeating: 7, count: size))]), error: known.error, after: after)
    return Contract(
      source: contract.source, name: contract.name, endpoint: contract.endpoint, range: contract.range,
      operation: contract.operation, baseURL: contract.baseURL, baseURLs: contract.baseURLs,
      scenarios: [
        Scenario(
          name: scenario.name, at: scenario.place,
          exchanges: [Exchange(request: exchange.request, response: large, range: exchange.range)],
          expect: scenario.expect)
      ])
  }

  var port: Int { call.addresses.base.port }

  /// Connects to the base URL's port.
  func connect() throws -> RawSocket { try RawSocket(port: port) }

  /// Connects, sends a request and reads to the end.
  func answer(to request: String = get) throws -> (text: String, end: RawSocket.End) {
    let client = try connect()
    client.send(request)
    return client.read()
  }

  /// A request that asks to close its connection, and one that keeps it.
  static let get = "GET /v1/ HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"
  static let keepingGet = "GET /v1/ HTTP/1.1\r\nHost: x\r\n\r\n"

  /// The requests that the script received, each on one line.
  var requests: [String] { script.verdict().record.map { "\($0.request.method) \($0.request.url)" } }
}
