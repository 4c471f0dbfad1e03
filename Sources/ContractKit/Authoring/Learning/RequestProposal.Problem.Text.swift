import ContractCore

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
    case .counts(.body, let counts):
      ("the bodies have different numbers of parts: \(Self.listed(counts))", byHand)
    case .counts(let part, let counts):
      ("the \(part.words) came a different number of times: \(Self.listed(counts))", byHand)
    case .bodies(let kinds):
      ("the bodies are of different kinds: \(English.listed(kinds.map(\.rawValue)))", byHand)
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
