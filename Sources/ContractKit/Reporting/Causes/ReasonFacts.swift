import ContractCore

/// What the grouping by cause asks about a reason. It is read once, because to copy a mismatch or a result takes longer
/// than to compare it.
struct ReasonFacts {
  /// What the reason is about; for a flaky scenario, what the reason of the run that did not pass is about.
  let trait: Trait?
  let partKind: Mismatch.Part.Kind?
  /// Whether the reason is about the requests of one contract.
  let isOfContract: Bool
  /// Whether the client failed, and with another failure than the described one: not only another value in it.
  let isOtherFailure: Bool
  let isTimeout: Bool
  /// Whether the client sends a request again after an answer that was not a success.
  let triesAgain: Bool
  /// How many attempts a contract would have to allow; nil if the reason is not about that.
  let neededAttempts: Int?

  init(of reason: Reason, in result: ScenarioResult, _ trait: Trait?) {
    self.trait = trait
    partKind = reason.partKind
    isOfContract = reason.isOfContract(in: result)
    isOtherFailure = partKind == .outcome && reason.isAboutWholeFailure
    isTimeout = reason.kind == .timedOut
    triesAgain = reason.triesAgain
    neededAttempts = if case .unexpectedRequest(let one) = reason { one.neededAttempts } else { nil }
  }

  /// Returns whether the reason can be a consequence of another one about a request.
  func follows(_ leader: ReasonFacts) -> Bool {
    partKind == .outcome || (leader.triesAgain ? isTimeout : partKind == .missingRequest)
  }
}

extension Reason {
  /// Whether it is about a failure as a whole, or about what kind of failure it is.
  fileprivate var isAboutWholeFailure: Bool {
    let pointer: String? =
      switch self {
      case .mismatch(let mismatch): mismatch.pointer
      case .recorded(let recorded): recorded.mismatch?["pointer"]?.string
      default: nil
      }
    return pointer.map { ["", "/category", "/type", "/case"].contains($0) } == true
  }
}
