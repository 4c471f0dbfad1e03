import ContractCore
import Foundation
import TestSupport
import Testing

@testable import contract_run

/// A client of Tests/Fixtures/Security, with what it fails if it is careless.
struct CarelessClient: Sendable, CustomTestStringConvertible {
  var contract: String
  /// The names of the variations that fail, and the only code of their reasons.
  var variations: [String]
  var code: String

  init(_ contract: String, _ variations: [String], _ code: String) {
    (self.contract, self.variations, self.code) = (contract, variations, code)
  }

  var testDescription: String { contract }

  static let all =
    [
      CarelessClient("redirects", [301, 302, 303, 307, 308].map { "redirect \($0) to another host" }, "leaked"),
      CarelessClient("links", ["link /next with user information"], "leaked"),
      CarelessClient("cursors", ["cursor again"], "endless"),
      CarelessClient("headers", ["line break in /name"], "injected"),
      CarelessClient("paths", ["path traversal in /name: ..", "path traversal in /name: ."], "traversed"),
      CarelessClient("schemes", ["redirect to file:", "redirect to data:"], "followed"),
      CarelessClient("cookies", ["cookie of another host"], "injected"),
    ] + (OpenSSL.isThere ? certificates : [])

  /// Without OpenSSL, nothing is played of them.
  private static let certificates = [
    CarelessClient(
      "certificates", ["certificate self-signed", "certificate expired", "certificate of another host"], "unverified"),
    CarelessClient("hostNames", ["certificate of another host"], "unverified"),
    CarelessClient("oldTLS", ["certificate of another host"], "unverified"),
  ]
}

@Suite("Unsafe clients, and the same clients fixed", .slow, .enabled(if: Python.isThere, Python.absence))
struct SecurityFaultsTests {
  private static let careless = Task { try await report("careless", status: 1) }
  private static let careful = Task { try await report("careful", status: 0) }

  /// Returns the JSON report of a run with one kind of clients.
  private static func report(_ kind: String, status: Int32) async throws -> Data {
    try await TestFolder.temporary { folder in
      let fixture = TestFolder.package.appendingPathComponent("Tests/Fixtures/Security")
      let ended = try await contractRun(
        [
          fixture.appendingPathComponent("specs").path, "--transport", "loopback", "--timeout", "600", "--report",
          "json=report.json", "--", "python3", fixture.appendingPathComponent("driver.py").path, kind,
        ], in: folder)
      #expect(ended.status == status, "\(ended.output)\(ended.errors)")
      let report = try Data(contentsOf: folder.appendingPathComponent("report.json"))
      try PublishedSchema.report.expectValid(report)
      return report
    }
  }

  @Test(
    "a careless client fails exactly the variations about its mistake, for one reason", arguments: CarelessClient.all)
  func careless(_ client: CarelessClient) async throws {
    let report = try JSONDecoder().decode(VariationReport.self, from: try await Self.careless.value)
    let results = report.variations.filter { $0.contract == client.contract }.flatMap(\.results)
    #expect(results.map(\.variation) == client.variations)
    #expect(results.map(\.status) == client.variations.map { _ in "failed" })
    #expect(results.map { $0.reasons.map(\.code) } == client.variations.map { _ in [client.code] })
    #expect(Set(report.results.map(\.status)) == ["passed"])
  }

  @Test("its fixed twin passes all of them")
  func careful() async throws {
    let report = try JSONDecoder().decode(VariationReport.self, from: try await Self.careful.value)
    #expect(Set(report.variations.map(\.contract)).isSuperset(of: CarelessClient.all.map(\.contract)))
    #expect(report.variations.flatMap(\.results).map(\.variation) == [])
  }

  @Test("the report counts what was watched")
  func watched() async throws {
    for (data, leaked) in [(try await Self.careless.value, 5), (try await Self.careful.value, 0)] {
      let report = try JSONDecoder().decode(VariationReport.self, from: data)
      func security(_ contract: String) -> VariationReport.Security? {
        report.variations.first { $0.contract == contract }?.security
      }
      let hosts = ["another-host.invalid", "api.example.com"]
      let redirects = security("redirects")
      #expect(redirects?.hosts == hosts && redirects?.secrets == 1 && redirects?.leaked == leaked)
      #expect(security("cookies") == VariationReport.Security(requests: 2, hosts: hosts, secrets: 0, leaked: 0))
    }
  }

  @Test(
    "a scenario with an error of a certificate fails if the client accepts that certificate",
    .enabled(if: OpenSSL.isThere, "OpenSSL is missing"),
    arguments: [("careless", ["unverified"]), ("careful", [])])
  func writtenCertificates(_ kind: String, _ codes: [String]) async throws {
    let names = [
      "serverCertificateUntrusted", "serverCertificateHasUnknownRoot", "serverCertificateHasBadDate",
      "serverCertificateNotYetValid",
    ]
    let scenarios = names.map {
      #"{"name": "\#($0)", "response": {"kind": "networkError", "error": "\#($0)"}, "expect": {"failure": "any"}}"#
    }
    try await TestFolder.temporary { folder in
      try folder.write(
        """
        {"contract": 1, "endpoint": "certificates", "baseURL": "https://api.example.com",
          "request": {"method": "GET", "path": "/me"}, "scenarios": [\(scenarios.joined(separator: ",\n"))]}
        """, to: "x.contract.json")
      let driver = TestFolder.package.appendingPathComponent("Tests/Fixtures/Security/driver.py").path
      let ended = try await contractRun(
        [
          "x.contract.json", "--transport", "loopback", "--timeout", "600", "--report", "json=report.json", "--",
          "python3", driver, kind,
        ], in: folder)
      let data = try Data(contentsOf: folder.appendingPathComponent("report.json"))
      let report = try JSONDecoder().decode(VariationReport.self, from: data)
      #expect(report.results.map { $0.reasons.map(\.code) } == names.map { _ in codes }, "\(ended.output)")
      #expect(!ended.output.contains("unexpected request"))
    }
  }

  @Test("no report has a secret, also not the report of its leak")
  func secrets() async throws {
    for report in [try await Self.careless.value, try await Self.careful.value] {
      #expect(!String(decoding: report, as: UTF8.self).contains("k-1234567890"))
    }
  }
}
