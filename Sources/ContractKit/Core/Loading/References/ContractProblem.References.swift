// The messages about references that are longer than a line.
extension ContractProblem {
  /// The point where a pointer stops leading anywhere.
  package struct PointerEnd: Sendable {
    /// The part of the pointer that could be followed.
    var pointer: String
    /// The next step, which does not exist.
    var step: String
    /// The value that has no member or element for that step.
    var reached: JSON
  }

  static func badReference(_ reference: String, _ error: JSONPointer.SyntaxError) -> (message: String, help: [String]) {
    let why =
      switch error {
      case .noSlash: "what follows # is a pointer, and begins with a slash"
      case .tilde: "in a pointer ~ is written ~0, and a slash within a name ~1"
      case .percent: "% is followed by two hexadecimal digits, and what they come to is UTF-8"
      }
    return (
      "\"\(reference)\" is no reference: \(why)",
      ["a reference is a file with a pointer, as in file.json#/responses/created (RFC 6901)"]
    )
  }

  static func nowhere(_ reference: String, _ end: PointerEnd) -> (message: String, help: [String]) {
    let whole = end.pointer.isEmpty ? "the file" : "\"#\(end.pointer)\""
    var help: [String] = []
    let why: String
    switch end.reached.kind {
    case .object(let object):
      if let other = object["$ref"]?.string {
        why = "\(whole) is itself a reference"
        help.append("name what that leads to: \"\(other)\"")
        break
      }
      why = "\(whole) has no \"\(end.step)\""
      let names = object.members.map(\.name)
      if let near = NearName.ofShort(end.step, in: names) { help.append("did you mean \"\(near)\"?") }
      let more = names.count > 20 ? ", and \(names.count - 20) more" : ""
      help.append(
        names.isEmpty ? "it is empty" : "there are: \(names.prefix(20).joined(separator: ", "))\(more)")
    case .array(let elements):
      why = "\(whole) has no element \"\(end.step)\""
      help.append(elements.isEmpty ? "it is empty" : "allowed: 0 to \(elements.count - 1)")
    case .null, .bool, .number, .string: why = "\(whole) is \(end.reached.phrase), with nothing inside"
    }
    if let range = end.reached.range { help.append("it got as far as \(range.description)") }
    return ("\"\(reference)\" leads nowhere: \(why)", help)
  }

  static func circle(_ steps: [Located<String>], by name: String) -> (message: String, help: [String]) {
    if steps.count == 1 { return ("this \"\(name)\" names itself", []) }
    let shown = 6
    var help = steps.prefix(shown).map { "\($0.range.description) names \"\($0.value)\"" }
    if steps.count > shown { help.append("and so on, \(steps.count) steps in all") }
    return ("this \"\(name)\" leads back to itself", help)
  }
}
