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

  /// A comparison that was stopped, so that its result is not known.
  package struct Stopped: Sendable {
    package var cause: StopCause
    /// The place in the contract of what was compared.
    var range: SourceRange
  }
}

extension [Finding] {
  /// Returns the findings, with those about one part merged: a request's headers, its query, its body, the outcome.
  ///
  /// - Parameter whole: Returns the place in the contract that describes all of a part.
  func merged(in whole: (Mismatch.Part) -> SourceRange) -> [Finding] {
    var merged: [Finding] = []
    for finding in self {
      guard case .mismatch(let mismatch) = finding,
        let index = merged.firstIndex(where: { $0.mismatch?.isMerged(with: mismatch) == true }),
        var earlier = merged[index].mismatch
      else {
        merged.append(finding)
        continue
      }
      earlier.merge(mismatch, whole: whole(mismatch.part))
      merged[index] = .mismatch(earlier)
    }
    return merged
  }
}

extension Finding {
  var mismatch: Mismatch? { if case .mismatch(let mismatch) = self { mismatch } else { nil } }

  var differenceCount: Int { mismatch?.differenceCount ?? 1 }
}
