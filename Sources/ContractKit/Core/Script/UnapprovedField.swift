/// A changed field with which the client does something that nobody approved.
package struct UnapprovedField: Maskable {
  package let change: FieldChange
  /// What the client did, as accepted.json has it: `"same"`, `"decoding"`, or an outcome.
  package var result: JSON { learned.json }
  /// Whether the changed value arrived in the outcome, so that no entry is needed.
  package let hasArrived: Bool
  /// Whether the result has something that looks like a secret, which is never written into a file.
  package var hasSecret: Bool { learned.hasSecret }
  var learned: LearnedResult
  /// What the file describes instead, and where; nil if it has no entry.
  private(set) var approved: SourceLocated<JSON>?
  /// The last day of an entry that is over, and where the file has it; nil if there is none.
  let expired: SourceLocated<String>?
  /// The path of the file; nil if the client has none.
  let file: String?
  /// The id of the variation without its client.
  let name: String
  /// The place of the contract that lets people approve it.
  let range: SourceRange

  package static var secretParts: [SecretPart<Self>] { [.init(\.learned), .init(\.approvedValue)] }

  private var approvedValue: JSON? {
    get { approved?.value }
    set { if let newValue { approved?.value = newValue } }
  }

  var summary: String {
    let name = Excerpt.visible(change.name)
    guard let approved else { return "not approved: with \(name), \(came)" }
    return "not as approved: with \(name), \(came), not \(Excerpt.beginning(of: approved.value.text, limit: 80))"
  }

  private var came: String {
    hasArrived
      ? "the changed value is in the outcome" : "the result is \(Excerpt.beginning(of: result.text, limit: 80))"
  }

  /// Adds what came, what was approved, and what to do.
  ///
  /// - Parameter filters: What to accept; by default, this variation alone.
  func add(to lines: inout LabeledLines, _ commands: CommandLines, learning filters: [String]?) {
    if let approved {
      lines.add("approved", "\(Excerpt.beginning(of: approved.value.text)), in \(approved.range.lineDescription)")
    } else {
      lines.add(
        "approved",
        expired.map { "nothing: the last day of the entry in \($0.range.lineDescription) was \($0.value)" }
          ?? file.map { "nothing: \($0) has no entry for it" })
    }
    lines.add("actual", hasArrived ? came : Excerpt.beginning(of: result.text))
    if file == nil {
      lines.add("note", "no file has what is accepted: write \"accepted\": \"accepted.json\" into contract-run.json")
    }
    lines.add(
      "next", "fix the client, or accept it: \(commands.learn(filters ?? [Excerpt.visible(name)], accepts: true))")
  }
}
