/// A reason that an earlier report contains: its words and its place, without the facts that the words were made of.
///
/// People can change reports, so its words are as little to be trusted as those of a client.
package struct RecordedReason: Maskable {
  package var code: String
  package var status: Status
  package var summary: String
  package var text: String
  /// The mismatch as the report describes it; nil if the reason is not a mismatch.
  package var mismatch: JSON?
  /// The nearest request as the report describes it; nil if there is none.
  package var nearest: JSON?
  /// The place in the contract that the reason is about; nil if there is none.
  package var range: SourceRange?
  /// What is the same for reasons that are the same; nil if the report does not contain it.
  package var fingerprint: Fingerprint?
  /// The summary of the first difference; nil if there is only one.
  package var first: String?
  /// Whether the client crashed in a cast, and nothing but its message says where.
  package var isCast = false

  package static var secretParts: [SecretPart<Self>] {
    [.init(\.summary), .init(\.text), .init(\.mismatch), .init(\.nearest), .init(\.first)]
  }

  /// Makes a reason from its words. It has no facts and no place.
  package init(code: String, status: Status, summary: String, text: String) {
    (self.code, self.status, self.summary, self.text) = (code, status, summary, text)
  }

  /// The number of differences; 1 if the reason is not a mismatch.
  var differenceCount: Int { max(1, mismatch?["differenceCount"]?.int ?? 1) }

  /// The kind of the part that differs; nil if the reason is not a mismatch.
  package var partKind: Mismatch.Part.Kind? { mismatch?["part"]?.string.flatMap(Mismatch.Part.Kind.init) }
}
