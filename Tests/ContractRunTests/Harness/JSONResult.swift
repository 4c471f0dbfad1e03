import ContractCore
import Foundation
import Testing

@testable import contract_run

/// The members of a JSON report that tests read.
struct JSONResult: Decodable {
  struct Scenario: Decodable {
    struct Reason: Decodable {
      var code: String
      var status: String
      var text: String
    }

    struct Runs: Decodable {
      var total: Int
      var passed: Int
    }

    var id: String
    var status: String
    var unobserved: [String]
    var reasons: [Reason]
    var output: String
    /// The numbers of runs, if scenarios are repeated.
    var runs: Runs?
  }

  var duration: Double
  var exitStatus: Int32
  var results: [Scenario]
  /// The number of scenarios for each part that was not checked, by the part's name.
  var unobserved: [String: Int]
  var notices: [String]

  /// Reads a report.
  init(_ file: URL) throws {
    let data = try Data(contentsOf: file)
    try PublishedSchema.report.expectValid(data)
    self = try JSONDecoder().decode(Self.self, from: data)
  }

  /// Returns the results of a report as text, without what depends on the time or on the process.
  static func withoutTimes(_ file: URL) throws -> [String] {
    let report = try #require(JSON.parse(Array(try Data(contentsOf: file))))
    return (report["results"]?.array ?? []).map { result in
      JSON(.object(JSON.Object((result.object?.members ?? []).filter { $0.name != "duration" }))).text
        .replacing(/127\.0\.0\.1:\d+/, with: "127.0.0.1:…").replacing(/[\d.]+ (s|ms)\b/, with: "… s")
    }
  }

  /// Returns the codes of all reasons of a scenario, by the last part of its id.
  func codes(_ scenario: String) -> [String]? {
    results.first { $0.id.hasSuffix("/\(scenario)") }?.reasons.map(\.code)
  }
}
