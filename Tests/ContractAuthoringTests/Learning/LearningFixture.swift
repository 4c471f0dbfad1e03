import Foundation
import Testing

@testable import ContractAuthoring
@testable import ContractCore
@testable import TestSupport

/// Samples of requests, what is proposed for them, and whether a contract with that accepts them.
enum LearningFixture {
  /// 23 November 2026, 09:33 UTC.
  static let now = Date(timeIntervalSince1970: 1_795_426_380)
  static let present = TimeWindow(now)
  /// A JSON Web Token.
  static let token = "eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJzdWIiOiIxIn0.CANARYsignature_-0"

  static let names = [
    nil: "http://localhost:8080/v1", "auth": "http://localhost:8080/v1/auth", "files": "https://files.example.com",
  ]

  /// The base URLs of a run: in memory those of the contract, on loopback one port for each.
  static func addresses(_ transport: Transport) throws -> Addresses {
    func url(_ name: String?, port: Int) throws -> BaseURL {
      let url = try #require(BaseURL(names[name] ?? ""))
      return transport == .memory ? url : url.moved(to: "127.0.0.1", port: port, scheme: "http")
    }
    return Addresses(
      base: try url(nil, port: 40_001),
      named: ["auth": try url("auth", port: 40_002), "files": try url("files", port: 40_003)])
  }

  /// Returns a request to a path below the contract's base URL.
  ///
  /// - Parameters:
  ///   - path: The rest of the URL. `{{baseURL}}` stands for the run's URL, here and in the headers and the body.
  ///   - body: The body as text.
  static func sample(
    _ path: String = "/", _ transport: Transport = .memory, method: String = "POST", base: String? = nil,
    headers: [(String, String)] = [], body: String? = nil, bytes: [UInt8]? = nil, unobserved: [String] = []
  ) throws -> RequestSample {
    let addresses = try addresses(transport)
    let url = try #require(addresses[base])
    return RequestSample(
      request: CapturedRequest(
        method: method, url: addresses.fill(url.text + path),
        headers: Headers(headers.map { .init($0.0, addresses.fill($0.1)) }),
        body: bytes ?? body.map { Array(addresses.fill($0).utf8) }, unobserved: unobserved),
      addresses: addresses, transport: transport)
  }

  /// Returns the text of what is proposed, after checking that a contract with it accepts all samples.
  static func proposal(_ samples: RequestSample...) throws -> String {
    let proposal = try RequestProposal.make(samples, present: present)
    #expect(try differences(proposal, samples) == [], "\(proposal.text)")
    return proposal.text
  }

  /// Returns the problem that stands in the way of a proposal.
  static func problem(_ samples: RequestSample...) -> RequestProposal.Problem? {
    do throws(RequestProposal.Problem) {
      let proposal = try RequestProposal.make(samples, present: present)
      Issue.record("there is no problem: \(proposal.text)")
      return nil
    } catch {
      return error
    }
  }

  /// Returns what the reader says about a contract with a request, and what a judge finds in the samples.
  static func differences(_ request: JSON, _ samples: [RequestSample]) throws -> [String] {
    let urls = ["auth", "files"].map { "\"\($0)\": \"\(names[$0] ?? "")\"" }.joined(separator: ", ")
    let (contract, diagnostics) = ContractReader.read(
      """
      { "contract": 1, "endpoint": "e", "baseURL": "\(names[nil] ?? "")", "baseURLs": { \(urls) },
        "scenarios": [
          { "name": "a", "exchanges": [{ "request": \(request.prettyText), "response": { "kind": "valid" } }],
            "expect": { "success": null } } ] }
      """)
    let errors = diagnostics.hasErrors ? diagnostics.map(\.text) : []
    guard errors.isEmpty, let shape = contract?.scenarios.first?.exchanges.first?.request else {
      return errors.isEmpty ? ["there is no contract"] : errors
    }
    return samples.flatMap { sample in
      var judge = RequestJudge(shape, addresses: sample.addresses, transport: sample.transport, number: 1)
      DeepStack.run { judge.judge(sample.request) }
      return judge.reasons.map(\.summary)
    }
  }
}
