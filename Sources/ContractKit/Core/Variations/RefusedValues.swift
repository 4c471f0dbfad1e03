/// The hostile values that a client refuses before it sends anything. One decision of the client has one advice, which names
/// all values of a string, or of the elements of one array, that it refuses in the same way.
package struct RefusedValues: Sendable {
  private struct Refusal: Hashable {
    /// The place of the string, or of the array that has it.
    var place: Substring
    var type: String?
    var name: String?
  }

  private var values: [Refusal: [HostileValue]] = [:]
  /// How many values of each string there are.
  private var counts: [String: Int] = [:]

  /// Finds the refused values in the calls of a scenario's variations.
  ///
  /// - Parameter all: The variations of the contract, which are listed only if a value is refused. A run can have fewer,
  ///   and its advice must be the same.
  package init(
    _ calls: some Sequence<(variation: Variation, verdict: Verdict)>, of all: @autoclosure () -> [Variation]
  ) {
    for call in calls {
      guard let value = call.variation.hostile else { continue }
      if let refusal = Self.refusal(of: value, call.verdict) { values[refusal, default: []].append(value) }
    }
    if values.isEmpty { return }
    for value in all().compactMap(\.hostile) { counts[value.pointer, default: 0] += 1 }
  }

  /// Returns the verdict of a variation with the advice for all values that the client refuses as it refuses this one.
  package func named(_ verdict: Verdict, of variation: Variation) -> Verdict {
    guard let value = variation.hostile, let refusal = Self.refusal(of: value, verdict),
      let all = values[refusal], all.count > 1
    else { return verdict }
    let names = all.grouped(by: \.pointer).flatMap { pointer, values -> [String] in
      values.count == counts[pointer] ? values[0].exceptionNames.suffix(1) : values.map { $0.exceptionNames[0] }
    }
    let advice = HostileValue.refusal("these values", names)
    return copy(of: verdict) { named in
      for case (let index, .mismatch(var mismatch)) in verdict.reasons.enumerated() {
        // Only the first one has the advice of its own value.
        guard verdict.reasons[index].isMissingRequest, !mismatch.ownNotes.isEmpty else { continue }
        mismatch.ownNotes = [Mismatch.OwnNote(text: advice)]
        named.reasons[index] = .mismatch(mismatch)
      }
    }
  }

  /// Returns how a client refused a value; nil if it did not.
  private static func refusal(of value: HostileValue, _ verdict: Verdict) -> Refusal? {
    guard verdict.requestCount == 0, verdict.reasons.contains(where: \.isMissingRequest),
      case .failure(let failure, _)? = verdict.outcome
    else { return nil }
    let last = value.pointer.lastIndex(of: "/")
    let isElement = last.map { Int(value.pointer[$0...].dropFirst()) != nil } == true
    let place = isElement ? last.map { value.pointer[..<$0] } : nil
    return Refusal(place: place ?? value.pointer[...], type: failure["type"]?.string, name: failure["case"]?.string)
  }
}
