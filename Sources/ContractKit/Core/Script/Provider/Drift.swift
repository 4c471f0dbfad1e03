package import Foundation

/// How the real server's answers differ from those of a contract, and what the client made of them.
package struct Drift: Sendable {
  /// Whether the client failed. If not, it was content, and the difference is only reported.
  package var isFailure: Bool
  /// What the client returned, as a text; nil if it returned nothing.
  var outcome: String?
  /// The differences, one on each line: `GET /todos: /0/due is null; expected string`.
  package var differences: [String]
  /// The places of the differences in the answers (RFC 6901).
  package var pointers: [String]
  /// The place of the answer in the contract.
  var range: SourceRange

  func masked(by secrets: Secrets) -> Drift {
    var drift = self
    drift.outcome = outcome.map { secrets.masked($0) }
    drift.differences = differences.map { secrets.masked($0) }
    return drift
  }
}

/// What a scenario that was played with the real server's answers showed.
package struct Verified: Sendable {
  /// The differences with which the client was content.
  package var differences: [String] = []
  /// When the client had its result.
  package var time = Date.now

  package init(at time: Date? = nil, differences: [String] = []) {
    self.time = time ?? .now
    self.differences = differences
  }
}

extension Verdict {
  /// How the real server's answers differ, whatever the client made of them.
  package var drift: [String] {
    let failed = reasons.flatMap { reason -> [String] in
      guard case .drift(let drift) = reason else { return [] }
      return drift.differences
    }
    return failed + (verified?.differences ?? [])
  }
}

extension Drift {
  var summary: String {
    isFailure
      ? "the client fails with an answer of the real server"
      : "the real server's answers differ from those of the contract"
  }

  func add(to lines: inout LabeledLines) {
    lines.add("actual", outcome.map { Excerpt.beginning(of: $0, limit: 2 * Excerpt.limit) })
    lines.add(
      "differs",
      differences.isEmpty
        ? "nothing in the shape of JSON: a value may be one that the client does not know"
        : differences.prefix(Self.shown).joined(separator: "\n")
          + (differences.count > Self.shown ? "\nand \(differences.count - Self.shown) more" : ""))
    lines.add("next", "fix the client, or the server; if the contract is out of date, correct its answer")
  }

  private static let shown = 20
}
