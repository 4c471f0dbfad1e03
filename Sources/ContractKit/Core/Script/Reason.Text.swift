// A stand-in with the signatures that reports use; the judge's file takes its place.
extension Reason {
  /// The reason in one line.
  public var summary: String {
    switch self {
    case .mismatch(let mismatch):
      "\(mismatch.part): expected \(mismatch.expected), got \(mismatch.actual ?? "nothing")"
    case .skipped(let why), .protocolFault(let why), .notRun(let why): why
    case .givenUp(let starts, let why): "given up after \(starts) starts: \(why)"
    default: code
    }
  }

  /// The reason in full, on one or several lines.
  public var text: String { summary }
}
