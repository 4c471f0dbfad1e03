import ContractCore
import Foundation
import Testing

@testable import ContractReporting

/// Releases with what they did, made in code.
enum ReleaseSample {
  /// The contract's base URL on loopback, as a call has it.
  static let port = 40_123

  /// Returns the call of a scenario with some requests and an outcome.
  ///
  /// - Parameters:
  ///   - requests: The requests, as text in JSON with the members of `RequestReading`. Those that are missing are those of
  ///     `GET /things`.
  ///   - shown: The same without secrets; nil if it has none.
  static func call(
    _ id: String = "things/found", _ requests: [String] = ["{}"], outcome: String = #"{"success": 1}"#,
    status: Status = .passed, codes: [String] = [], isAnyOrder: Bool = false, transport: Transport = .memory,
    shown: [String]? = nil
  ) -> ReleaseCall {
    func json(_ requests: [String]) -> JSON {
      [
        "requests": .array(requests.map { request(JSON.parse($0) ?? .null) }),
        "outcome": JSON.parse(outcome) ?? .null,
      ]
    }
    let parts = id.split(separator: "/", maxSplits: 1).map(String.init)
    let subject = AcceptedEntry.Subject(client: "c", contract: parts[0], scenario: parts[1], transport: transport)
    return ReleaseCall(
      id: id, subject: subject, scenario: id.firstRange(of: " [").map { String(id[..<$0.lowerBound]) },
      operation: "find",
      transport: transport, status: status, codes: codes,
      why: codes.isEmpty ? nil : codes.joined(separator: ", "), isAnyOrder: isAnyOrder, value: json(requests),
      shown: json(shown ?? requests))
  }

  private static func request(_ own: JSON) -> JSON {
    let usual: [(String, JSON)] = [
      ("endpoint", "GET /things"), ("method", "GET"), ("host", "{{baseURL}}"), ("path", "/things"),
      ("headers", ["Accept": "a/b"]), ("body", ["format": "none"]),
    ]
    let names = own.members.map(\.name)
    return .object(own.members.map { ($0.name, $0.value) } + usual.filter { !names.contains($0.0) })
  }

  /// The time of the runs.
  static let noon = Date(timeIntervalSince1970: 1_795_780_800)

  /// Returns a release that did some things.
  ///
  /// - Parameters:
  ///   - again: What it did in its second run; nil if there was none.
  static func release(
    _ calls: [ReleaseCall], again: [ReleaseCall]? = nil, name: String = "old", isSaved: Bool = false,
    at time: Date = noon
  ) -> Release {
    let runs = [calls, again].compactMap(\.self).map { calls in
      Release.Run(
        time: time...(time + 1), calls: Dictionary(calls.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first }))
    }
    return Release(
      name: name, ids: calls.map(\.id), runs: runs, contracts: ["things": Fingerprint(of: ["0"])], isSaved: isSaved)
  }

  /// Returns the lines of all causes of one scenario.
  static func lines(
    _ old: ReleaseCall, _ new: ReleaseCall, again: ReleaseCall? = nil, isAcross: Bool = false
  ) -> [String] {
    let comparison = ReleaseComparison(
      release([old], again: [again ?? old]), release([new], name: "new"), isAcross: isAcross)
    return comparison.causes.map(\.line)
  }
}
