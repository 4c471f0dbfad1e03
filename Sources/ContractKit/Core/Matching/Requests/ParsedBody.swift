/// The body of one request as JSON. It is parsed once for all shapes that it is compared
/// with. It belongs to one thread.
package final class ParsedBody {
  private var parsed: (json: JSON?, diagnostics: [Diagnostic])?
  /// The same JSON with all of its values made, for readers that use many of them.
  private(set) lazy var unfolded = parsed?.json?.unfolded

  /// Returns the bytes as JSON, with the mistakes in them. Every call must pass the same bytes.
  func json(_ bytes: [UInt8]) -> (json: JSON?, diagnostics: [Diagnostic]) {
    if let parsed { return parsed }
    var diagnostics: [Diagnostic] = []
    let result = (JSON.parse(Source(path: "", bytes: bytes), diagnostics: &diagnostics), diagnostics)
    parsed = result
    return result
  }
}
