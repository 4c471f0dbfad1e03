/// A part of a request or an outcome, and which changes of it a scenario does not notice.
package struct Mutant: Sendable {
  package enum Part: Hashable, Sendable {
    case method, path
    case query(String)
    case header(String)
    case cookie(String)
    /// A value in a JSON body, by its pointer.
    case json(String)
    case field(String)
    /// A part of a multipart body, or a line of JSON lines, by its number from 1.
    case bodyPart(Int), line(Int)
    /// A body that is none of these.
    case body
    /// A value in the outcome, by its pointer.
    case outcome(String)

    /// The part in words: `header X-Client`.
    package var text: String {
      switch self {
      case .method: "method"
      case .path: "path"
      case .query(let name): "query item \(name)"
      case .header(let name): "header \(name)"
      case .cookie(let name): "cookie \(name)"
      case .json(""): "body"
      case .json(let pointer): "body \(pointer)"
      case .field(let name): "form field \(name)"
      case .bodyPart(let number): "part \(number) of the body"
      case .line(let number): "line \(number) of the body"
      case .body: "body"
      case .outcome(let pointer): pointer
      }
    }
  }

  /// The way in which a part is changed.
  package enum Change: String, Sendable, CaseIterable { case changed, removed, added }

  package var part: Part
  /// The index of the exchange whose request has the part; nil for the outcome.
  package var exchange: Int?
  package var tried: Set<Change>
  /// The changes that no mismatch noticed.
  package var unnoticed: Set<Change>

  package var isKilled: Bool { unnoticed.isEmpty }
}
