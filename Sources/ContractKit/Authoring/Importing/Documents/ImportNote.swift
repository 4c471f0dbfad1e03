import ContractCore

/// What an import did not take over as it is, and where it stands in the document.
package struct ImportNote: Sendable {
  /// How much a note matters.
  package enum Level: String, Sendable {
    /// A part of a request or an answer is not in the contract as the document has it. With `--strict`, the exit status
    /// is 1.
    case note
    /// A decision that people may want to know, such as where a value comes from.
    case information
  }

  package var level: Level
  /// The document, as the user named it.
  package var file: String
  /// The JSON pointer in the document (RFC 6901).
  package var pointer: String
  package var text: String
  /// The endpoints that it is about, in the order found; none if it is about the document.
  package var endpoints: [String] = []

  /// The place in the document, as a reference would name it: `api.json#/paths/~1todos`.
  package var place: String { "\(file)#\(pointer)" }
}
