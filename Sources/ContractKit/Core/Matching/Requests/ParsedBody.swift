/// One request's body as JSON, parsed once, however many shapes it is compared with. It belongs to one thread.
final class ParsedBody {
  private var parsed: (json: JSON?, diagnostics: [Diagnostic])?
  /// The same JSON with all of its values made, for those that ask for many of them.
  private(set) lazy var unfolded = parsed?.json?.unfolded

  /// The JSON that the bytes are, with what is wrong with them; the bytes are the same in every call.
  func json(_ bytes: [UInt8]) -> (json: JSON?, diagnostics: [Diagnostic]) {
    if let parsed { return parsed }
    var diagnostics: [Diagnostic] = []
    let result = (JSON.parse(Source(path: "body", bytes: bytes), diagnostics: &diagnostics), diagnostics)
    parsed = result
    return result
  }
}
