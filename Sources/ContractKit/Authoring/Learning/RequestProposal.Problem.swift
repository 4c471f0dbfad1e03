package import ContractCore

extension RequestProposal {
  /// The reason why no request can be proposed.
  package enum Problem: Error, Equatable {
    case noSamples
    /// A method that HTTP does not allow.
    case method(String)
    /// The methods of the samples, which differ.
    case methods([String])
    /// A URL that is not below any of the contract's base URLs, or not below the same one in every sample.
    case noBase(url: String, bases: [String])
    /// The numbers of path segments, which differ.
    case segments([Int])
    /// A segment that is empty in one sample and not in another, by its number from 1.
    case emptySegment(Int)
    /// A part that is not UTF-8 after decoding.
    case notUTF8(Mismatch.Part)
    /// A name of a query item or a form field that a contract cannot have.
    case name(Mismatch.Part)
    /// A secret in a name of the query, or of the form in the body.
    case secretName(Mismatch.Part)
    /// How often a name is repeated, or the number of a body's parts, which differ.
    case counts(Mismatch.Part, [Int])
    /// The kinds of bodies, which differ.
    case bodies([BodyKind])
    /// A query or a form with more items than can be compared.
    case tooManyItems(Mismatch.Part)
    /// A body whose description is too large, by its number of bytes.
    case tooLarge(Int)
  }

  /// What a body is, as far as its description is concerned, in the words of messages.
  package enum BodyKind: String, Sendable {
    case none = "no body"
    case json = "JSON"
    case form = "a form"
    case multipart
    case jsonLines = "lines of JSON"
    case text, bytes
  }
}
