/// A changed field with which the client does something that nobody reviewed.
package struct UnreviewedField: Sendable {
  /// The change.
  package let change: FieldChange
  /// What the client did, as a file of reviews has it: `"same"`, `"decoding"`, or an outcome.
  package private(set) var result: JSON
  /// Whether the changed value arrived in the outcome, so that no entry is needed.
  package let hasArrived: Bool
  /// Whether the result has something that looks like a secret, which is never written into a file.
  package private(set) var hasSecret: Bool
  /// What the file describes instead, and where; nil if it has no entry.
  private(set) var reviewed: Located<JSON>?
  /// The path of the file; nil if the client has none.
  let file: String?
  /// The id of the variation without its client.
  let name: String
  /// The place of the contract that asks for reviews.
  let range: SourceRange

  init(
    change: FieldChange, result: JSON, hasArrived: Bool, reviewed: Located<JSON>?, file: String?, name: String,
    range: SourceRange
  ) {
    (self.change, self.result, self.hasArrived, self.reviewed) = (change, result, hasArrived, reviewed)
    (self.file, self.name, self.range) = (file, name, range)
    hasSecret = Secrets.standard.masked(result) != result || !Secrets.standard.ranges(in: result.text).isEmpty
  }

  /// Returns the same with secrets hidden.
  func masked(by secrets: Secrets) -> UnreviewedField {
    var field = self
    field.result = secrets.masked(result)
    field.hasSecret = hasSecret || field.result != result
    field.reviewed?.value = secrets.masked(reviewed?.value ?? nil)
    return field
  }
}
