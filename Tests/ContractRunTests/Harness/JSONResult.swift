import ContractCore
import Foundation
import Testing

/// A JSON report, as far as tests ask it.
struct JSONResult: Decodable {
  struct Scenario: Decodable {
    struct Reason: Decodable {
      var code: String
      var status: String
    }

    var id: String
    var status: String
    var unobserved: [String]
    var reasons: [Reason]
    var output: String
  }

  var duration: Double
  var exitStatus: Int32
  var results: [Scenario]
  /// How many scenarios left something unchecked, by its name.
  var unobserved: [String: Int]
  var notices: [String]

  /// Reads a report.
  init(_ file: URL) throws { self = try JSONDecoder().decode(Self.self, from: Data(contentsOf: file)) }

  /// The codes of all the reasons of a scenario, by its id's last part.
  func codes(_ scenario: String) -> [String]? {
    results.first { $0.id.hasSuffix("/\(scenario)") }?.reasons.map(\.code)
  }
}
