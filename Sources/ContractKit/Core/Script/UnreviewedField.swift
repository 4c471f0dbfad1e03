/// A changed field with which the client does something that nobody reviewed.
package struct UnreviewedField: Sendable {
  /// The change.
  package let change: FieldChange
  /// What the client did, as a file of reviews has it: `"same"`, `"decoding"`, or an outcome.
  package let result: JSON
  /// Whether the changed value arrived in the outcome, so that no entry is needed.
  package let hasArrived: Bool
  /// Whether the result has something that looks like a secret, which is never written into a file.
  package var hasSecret: Bool { !Secrets.ranges(in: result.text).isEmpty }
  /// What the file describes instead, and where; nil if it has no entry.
  let reviewed: Located<JSON>?
  /// The path of the file; nil if the client has none.
  let file: String?
  /// The id of the variation without its client.
  let name: String
  /// The place of the contract that asks for reviews.
  let range: SourceRange
}
