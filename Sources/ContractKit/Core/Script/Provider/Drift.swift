package import Foundation

/// How the real server's answers differ from those of a contract, and what the client made of them.
package struct Drift: Maskable {
  /// What the client made of the answers, as a text, if it failed; nil if it was content, and the difference is only
  /// reported.
  var outcome: String?
  var differences: [Difference]
  /// The place of the answer in the contract.
  var range: SourceRange

  /// The places of the differences in the answers (RFC 6901).
  package var pointers: [String] { differences.map(\.pointer) }
  /// What is the same for differences that are the same.
  package var keys: [String] { differences.map { "\($0.exchange): \($0.kind) \($0.pointer)" } }

  /// One way in which what the real server answers differs from the contract.
  struct Difference: Maskable {
    enum Kind: Sendable { case status(Int), body, contentType, answer(FieldChange.Kind), outcome, request }

    var kind: Kind
    /// The request's name, or its method and path; "" for a difference of the outcome.
    var exchange = ""
    /// The place in the answer (RFC 6901); "" for the whole.
    var pointer = ""
    /// On one line: `GET /todos: /0/due is null; expected string`.
    var text: String

    static var secretParts: [SecretPart<Self>] { [.init(\.text)] }
  }

  package static var secretParts: [SecretPart<Self>] { [.init(\.outcome), .init(\.differences)] }

  package var isFailure: Bool { outcome != nil }

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
        : differences.prefix(Self.shown).map(\.text).joined(separator: "\n")
          + (differences.count > Self.shown ? "\nand \(differences.count - Self.shown) more" : ""))
    lines.add("next", "fix the client, or the server; if the contract is out of date, correct its answer")
  }

  private static let shown = 20
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
      return drift.differences.map(\.text)
    }
    return failed + (verified?.differences ?? [])
  }
}
