/// One request's body as JSON, parsed once, however many shapes it is compared with. It belongs to one thread.
final class ParsedBody {
  private var parsed: (json: JSON?, diagnostics: [Diagnostic])?

  /// The JSON that the bytes are, with what is wrong with them; the bytes are the same in every call.
  func json(_ bytes: [UInt8]) -> (json: JSON?, diagnostics: [Diagnostic]) {
    if let parsed { return parsed }
    var diagnostics: [Diagnostic] = []
    let json = JSON.parse(Source(path: "body", bytes: bytes), diagnostics: &diagnostics)
    let result = (json?.unfolded, diagnostics)
    parsed = result
    return result
  }
}
