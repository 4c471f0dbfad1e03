/// The finding of a judge about one part of a request or an outcome.
///
/// `Reason` is a separate type so that Matching does not depend on processes. A script turns findings into reasons, and
/// adds crashes, deadlines and protocol faults.
package enum Finding {
  case mismatch(Mismatch)
  /// The contract asks for a part of a request that the driver could not see.
  case unobservable(part: Mismatch.Part, at: SourceRange?)
  /// The result is not known, because the comparison was stopped.
  case stopped(StopCause, at: SourceRange)

  /// Why a comparison was stopped.
  package enum StopCause: Sendable, Equatable {
    /// A regular expression took too long.
    case expression(String)
    /// A JSON Schema refers to itself endlessly, or takes too long to evaluate.
    case schema
    /// An `$unordered` would need to compare too many pairs.
    case pairs
  }
}

extension [Finding] {
  /// Returns the findings, with those about one part merged: a request's headers, its query, its body, the outcome.
  ///
  /// - Parameter whole: Returns the place in the contract that describes all of a part.
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
  var differenceCount: Int {
    if case .mismatch(let mismatch) = self { mismatch.differenceCount } else { 1 }
  }

  fileprivate func isMerged(with mismatch: Mismatch) -> Bool {
    if case .mismatch(let own) = self { own.isMerged(with: mismatch) } else { false }
  }
}
