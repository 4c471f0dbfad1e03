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

extension RequestProposal.Problem {
  package var text: (message: String, next: String) {
    let byHand = "describe the request by hand"
    return switch self {
    case .noSamples: ("the client sent no request", "let the client send one, or write \"exchanges\": []")
    case .method(let method):
      ("the method \(Self.quoted(method)) is not a token", "let the client send a method of HTTP")
    case .methods(let methods):
      (
        "the client sent different methods: \(English.listed(methods.map(Self.quoted)))",
        "let the client send the same request each time, or \(byHand)"
      )
    case .noBase(let url, let bases):
      (
        "the client sent a request to \(Excerpt.visible(url)), which is not below \(English.listed(bases, "or"))",
        "correct \"baseURL\", name the other URL in \"baseURLs\", or let the client use the base URL of the call"
      )
    case .segments(let counts):
      ("the paths have different numbers of segments: \(Self.listed(counts))", byHand)
    case .emptySegment(let number):
      ("segment \(number) of the path is empty in one request and not in another", byHand)
    case .notUTF8(let part):
      (
        "the \(part.words) is not UTF-8 when decoded, which no contract can describe",
        "let the client encode it as UTF-8"
      )
    case .name(let part):
      ("the \(part.words) has the name of a matcher, which no contract can describe", Self.next(part))
    case .secretName(let part):
      ("the name of a \(part == .body ? "form field" : "query item") contains a secret", Self.next(part))
    case .counts(.body, let counts): ("the bodies have different numbers of parts: \(Self.listed(counts))", byHand)
    case .counts(let part, let counts):
      ("the \(part.words) came a different number of times: \(Self.listed(counts))", byHand)
    case .bodies(let kinds): ("the bodies are of different kinds: \(English.listed(kinds.map(\.rawValue)))", byHand)
    case .tooManyItems(let part):
      ("the \(part == .body ? "form" : "query") has too many items to compare", "let the client send less")
    case .tooLarge(let bytes):
      (
        "the description of the body has \(English.grouped(bytes)) bytes; the limit is "
          + English.grouped(RequestProposal.bodyLimit),
        "describe the body by hand: as a `file`, in parts with `$partial`, or as {\"$any\": true}"
      )
    }
  }

  /// Returns what to do about a name that cannot be written.
  private static func next(_ part: Mismatch.Part) -> String {
    if case .query = part { "describe the request by hand, with `otherQuery`" } else { "describe the body as `text`" }
  }

  private static func quoted(_ text: String) -> String { Excerpt.beginning(of: JSON.string(text).text, limit: 80) }
  private static func listed(_ counts: [Int]) -> String { English.listed(counts.map(String.init)) }
}
