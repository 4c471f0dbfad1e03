/// What a judge says of one part of a request or an outcome.
///
/// A `Reason` is another type, so that Matching knows nothing of processes: a script turns findings into reasons, and adds
/// crashes, deadlines and violations of the protocol.
enum Finding {
  /// It is not as described.
  case mismatch(Mismatch)
  /// The contract asks for a part of a request that the driver could not see.
  case unobservable(part: String, at: SourceRange?)
  /// Whether it is as described is not known: a regular expression took too long.
  case regexStopped(String, at: SourceRange)
  /// The same, of a JSON Schema that leads on without end.
  case schemaStopped(at: SourceRange)
  /// The same, of an `$unordered` that would have to compare too many pairs.
  case unorderedStopped(at: SourceRange)
}

extension [Finding] {
  /// The findings with those put together that are about one part: a request's headers, its query, its body, the outcome.
  ///
  /// - Parameter whole: Where that stands in the contract which describes all of a part.
  func merged(in whole: (Mismatch.Part) -> SourceRange) -> [Finding] {
    var merged: [Finding] = []
    for finding in self {
      if case .mismatch(let mismatch) = finding,
        let index = merged.firstIndex(where: { $0.isMerged(with: mismatch) }),
        case .mismatch(var earlier) = merged[index]
      {
        earlier.merge(mismatch, whole: whole(mismatch.part))
        merged[index] = .mismatch(earlier)
      } else {
        merged.append(finding)
      }
    }
    return merged
  }
}

extension Finding {
  /// How many differences it tells of.
  var differenceCount: Int {
    if case .mismatch(let mismatch) = self { mismatch.differenceCount } else { 1 }
  }

  fileprivate func isMerged(with mismatch: Mismatch) -> Bool {
    if case .mismatch(let own) = self { own.isMerged(with: mismatch) } else { false }
  }
}
