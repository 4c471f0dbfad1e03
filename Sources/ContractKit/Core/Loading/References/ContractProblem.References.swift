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
      case .noSlash: "the pointer after # must begin with a slash"
      case .tilde: "in a pointer, write ~ as ~0, and a slash within a name as ~1"
      case .percent: "two hexadecimal digits must follow %, and the decoded bytes must be UTF-8"
      }
    return (
      "\"\(reference)\" is not a reference: \(why)",
      ["a reference is a file and a pointer, such as file.json#/responses/created (RFC 6901)"]
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
        help.append("refer to its target instead: \"\(other)\"")
        break
      }
      why = "\(whole) has no \"\(end.step)\""
      let names = object.members.map(\.name)
      if let near = Suggestion.ofShort(end.step, in: names) { help.append("did you mean \"\(near)\"?") }
      let more = names.count > 20 ? ", and \(names.count - 20) more" : ""
      help.append(
        names.isEmpty ? "it is empty" : "it has: \(names.prefix(20).joined(separator: ", "))\(more)")
    case .array(let elements):
      why = "\(whole) has no element \"\(end.step)\""
      help.append(elements.isEmpty ? "it is empty" : "allowed: 0 to \(elements.count - 1)")
    case .null, .bool, .number, .string: why = "\(whole) is \(end.reached.phrase), which has no members"
    }
    if let range = end.reached.range { help.append("the last part that exists is at \(range.description)") }
    return ("\"\(reference)\" does not lead to a value: \(why)", help)
  }

  static func circle(_ steps: [SourceLocated<String>], by name: String) -> (message: String, help: [String]) {
    if steps.count == 1 { return ("this \"\(name)\" refers to itself", []) }
    let shown = 6
    var help = steps.prefix(shown).map { "\($0.range.description) refers to \"\($0.value)\"" }
    if steps.count > shown { help.append("the circle has \(steps.count) steps in total") }
    return ("this \"\(name)\" leads back to itself", help)
  }
}
