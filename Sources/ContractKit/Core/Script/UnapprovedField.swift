/// A changed field with which the client does something that nobody approved.
package struct UnapprovedField: Maskable {
  package let change: FieldChange
  /// What the client did, as accepted.json has it: `"same"`, `"decoding"`, or an outcome.
  package var result: JSON { learned.json }
  /// Whether the changed value arrived in the outcome, so that no entry is needed.
  package let hasArrived: Bool
  /// Whether the result has something that looks like a secret, which is never written into a file.
  package var hasSecret: Bool { learned.hasSecret }
  var learned: LearnedResult
  /// What the file describes instead, and where; nil if it has no entry.
  private(set) var approved: SourceLocated<JSON>?
  /// The path of the file; nil if the client has none.
  let file: String?
  /// The id of the variation without its client.
  let name: String
  /// The place of the contract that lets people approve it.
  let range: SourceRange

  package static var secretParts: [SecretPart<Self>] { [.init(\.learned), .init(\.approvedValue)] }

  private var approvedValue: JSON? {
    get { approved?.value }
    set { if let newValue { approved?.value = newValue } }
  }
}
