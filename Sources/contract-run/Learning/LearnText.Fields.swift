import ContractCore

extension LearnText {
  /// The maximum number of ids that are listed for one reason.
  private static let listed = 5

  /// Returns which changed fields were not learned, and how many were.
  func summary(_ lesson: FieldLesson, isWritten: Bool) -> String {
    // On loopback, each call has its own port.
    var order: [(key: String, why: String)] = []
    var ids: [String: [String]] = [:]
    for refusal in lesson.refusals {
      let key = refusal.why.steady(keepsDigits: 3)
      if ids[key] == nil { order.append((key, refusal.why)) }
      ids[key, default: []].append(refusal.id)
    }
    var blocks = order.map { key, why in
      let all = ids[key] ?? []
      let more = all.count - Self.listed
      let lines = all.prefix(Self.listed) + (more > 0 ? ["and \(more) more"] : [])
      let title = "\(style.red("✗")) \(Words.counted(all.count, "variation")) not learned: \(why.cleanedLine)"
      return ([title] + lines.map { "  \($0.cleanedLine)" }).joined(separator: "\n")
    }
    blocks += lesson.failures.map { "\(style.red("✗")) \($0.cleanedLine)" }
    if lesson.files.isEmpty {
      if lesson.refusals.isEmpty {
        blocks.append("nothing to review: \(Words.counted(lesson.played, "changed field")), all as reviewed")
      }
    } else if isWritten {
      let written = lesson.written.map { "  wrote  \($0.source.path.cleanedLine)" }
      // How much of it each file has is not counted.
      let title = lesson.failures.isEmpty ? ["\(learned(lesson)): review the diff"] : []
      if !written.isEmpty { blocks.append((title + written).joined(separator: "\n")) }
    } else {
      let count = Words.counted(lesson.count, "changed field")
      blocks.append(
        "\(lesson.count == 0 ? "stale entries can be removed" : "\(count) can be learned")\nwrite it: \(write)")
    }
    return blocks.joined(separator: "\n\n")
  }

  private func learned(_ lesson: FieldLesson) -> String {
    lesson.count == 0 ? "removed stale entries" : "learned \(Words.counted(lesson.count, "changed field"))"
  }
}
