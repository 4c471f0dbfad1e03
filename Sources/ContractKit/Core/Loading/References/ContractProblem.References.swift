// What can be wrong with references.
extension ContractProblem {
  static func badReference(_ reference: String, _ error: JSONPointer.SyntaxError) -> Self {
    let why =
      switch error {
      case .noSlash: "the pointer after # must begin with a slash"
      case .tilde: "in a pointer, write ~ as ~0, and a slash within a name as ~1"
      case .percent: "two hexadecimal digits must follow %, and the decoded bytes must be UTF-8"
      }
    return Self(
      "\"\(reference)\" is not a reference: \(why)",
      "a reference is a file and a pointer, such as file.json#/responses/created (RFC 6901)")
  }

  /// - Parameters:
  ///   - pointer: The part of the pointer that could be followed.
  ///   - step: The next step, which does not exist.
  ///   - reached: The value that has no member or element for that step.
  static func referenceNowhere(_ reference: String, pointer: String, step: String, reached: JSON) -> Self {
    let whole = pointer.isEmpty ? "the file" : "\"#\(pointer)\""
    var help: [String] = []
    let why: String
    switch reached.kind {
    case .object(let object):
      if let other = object["$ref"]?.string {
        why = "\(whole) is itself a reference"
        help.append("refer to its target instead: \"\(other)\"")
        break
      }
      why = "\(whole) has no \"\(step)\""
      let names = object.members.map(\.name)
      if let near = Suggestion.ofShort(step, in: names) { help.append("did you mean \"\(near)\"?") }
      help.append(names.isEmpty ? "it is empty" : "it has: \(English.first(20, of: names))")
    case .array(let elements):
      why = "\(whole) has no element \"\(step)\""
      help.append(elements.isEmpty ? "it is empty" : "allowed: 0 to \(elements.count - 1)")
    case .null, .bool, .number, .string: why = "\(whole) is \(reached.phrase), which has no members"
    }
    if let range = reached.range { help.append("the last part that exists is at \(range.description)") }
    return Self(text: ("\"\(reference)\" does not lead to a value: \(why)", help))
  }

  static func referenceCircle(_ steps: [SourceLocated<String>], by name: String) -> Self {
    let places = steps.map(\.range)
    if steps.count == 1 { return Self(text: ("this \"\(name)\" refers to itself", []), shown: places) }
    let shown = 6
    var help = steps.prefix(shown).map { "\($0.range.description) refers to \"\($0.value)\"" }
    if steps.count > shown { help.append("the circle has \(steps.count) steps in total") }
    return Self(text: ("this \"\(name)\" leads back to itself", help), shown: places)
  }

  static let referenceNotHere = Self("\"$ref\" is not allowed here", FileProblem.referenceLocations)
  static func referenceToParent(_ range: SourceRange) -> Self {
    Self("this reference is inside the value that it refers to", "that value begins at \(range.description)")
  }
  static func referenceChain(limit: Int) -> Self {
    Self(
      "a chain of more than \(limit) references starts here", "refer directly to the last file or value of the chain")
  }
  static let referencesTooLarge = Self(
    "with all references replaced by their values, the contract is larger than 64 MiB",
    "if one body is large, store its bytes in a file and name it with \"file\"")
}
