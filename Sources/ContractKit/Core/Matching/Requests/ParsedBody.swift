/// One request's body as JSON, parsed once, however many shapes it is compared with. It belongs to one thread.
final class ParsedBody {
  private typealias Parsed = (json: JSON?, diagnostics: [Diagnostic])

  private var read: Parsed?
  private var unfolded: JSON?

  /// The JSON that the bytes are, with what is wrong with them; the bytes are the same in every call.
  func json(_ bytes: [UInt8]) -> (json: JSON?, diagnostics: [Diagnostic]) {
    let (json, diagnostics) = parse(bytes)
    if unfolded == nil { unfolded = json?.unfolded }
    return (unfolded, diagnostics)
  }

  /// Whether the bytes are JSON that plainly matches a pattern; no says nothing.
  func isPlainly(_ pattern: Pattern, _ bytes: [UInt8]) -> Bool {
    let (json, diagnostics) = parse(bytes)
    return diagnostics.isEmpty && json.map { pattern.plainlyMatches($0) } ?? false
  }

  private func parse(_ bytes: [UInt8]) -> Parsed {
    if let read { return read }
    var diagnostics: [Diagnostic] = []
    let json = JSON.parse(Source(path: "body", bytes: bytes), diagnostics: &diagnostics)
    read = (json, diagnostics)
    return (json, diagnostics)
  }
}
