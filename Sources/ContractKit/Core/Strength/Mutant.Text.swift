extension Mutant.Part {
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
