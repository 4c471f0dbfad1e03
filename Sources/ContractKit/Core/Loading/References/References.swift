/// The replacement of every `{"$ref": "file.json#/pointer"}` by the value that it names.
///
/// The value keeps its own place, so that all later diagnostics point into the file that contains the text. A reference
/// that leads nowhere is noted and left as it is. Data and patterns are not searched for references.
///
/// References are replaced before anything else reads a contract. Values know the file that contains them, so readers,
/// judges and reports need to know nothing about references.
struct References {
  /// The longest chain of references that lead from one to the next.
  static let chainLimit = 64
  /// The largest number of bytes of all values that replace references, counted for each replacement. Without a limit,
  /// a few files could name each other's parts and reach any size.
  static let sizeLimit = Documents.sizeLimit

  let files: NamedFiles
  private var size = 0
  /// Whether the replaced values were larger than a contract may be. The result is not worth reading then.
  var isTooLarge: Bool { size > Self.sizeLimit }
  /// The ranges of the values around the current value, wherever they were taken from.
  private var around: [SourceRange] = []
  /// The places where scenarios were used, by the range of their text.
  private var scenarios: [SourceRange: SourceRange] = [:]

  var diagnostics: Diagnostic.Collector { files.diagnostics }

  init(_ files: NamedFiles) { self.files = files }

  // MARK: Places of references

  /// A place in a contract, which decides where references can be inside of what stands there.
  private enum Place {
    case contract, requests, request, requestBody, parts, part, scenarios, scenario, exchanges, exchange, response
    case variations, value
  }

  /// The places of members, by their names. In any other member, nothing is replaced.
  private static let places: [Place: [String: Place]] = [
    .contract: [
      "request": .request, "requests": .requests, "input": .value, "scenarios": .scenarios, "variations": .variations,
    ],
    .request: ["body": .requestBody],
    .requestBody: ["$optional": .requestBody, "multipart": .parts],
    .part: ["$optional": .part, "body": .requestBody],
    .scenario: [
      "request": .request, "response": .response, "input": .value, "expect": .value, "exchanges": .exchanges,
    ],
    .exchange: ["request": .request, "response": .response],
    .response: ["body": .value],
  ]

  mutating func contract(_ json: JSON) -> JSON { replaced(json, in: .contract) }

  mutating func request(_ json: JSON) -> JSON { replaced(json, in: .request) }

  private mutating func replaced(_ json: JSON, in place: Place) -> JSON {
    switch place {
    case .value: return target(json)
    case .scenarios: return scenarios(json)
    case .parts, .exchanges:
      guard let elements = json.array else { return json }
      let inner = place == .parts ? Place.part : .exchange
      return JSON(.array(elements.map { replaced($0, in: inner) }), range: json.range)
    case .request, .requestBody, .response, .variations: return members(target(json), in: place)
    case .contract, .requests, .part, .scenario, .exchange: return members(json, in: place)
    }
  }

  /// Returns a value with its members replaced. A value that is not an object, or that is a reference left as it is,
  /// stays unchanged.
  private mutating func members(_ json: JSON, in place: Place) -> JSON {
    guard var object = json.object, !Self.isReference(object) else { return json }
    around.append(json.range ?? .nowhere)
    defer { around.removeLast() }
    for (index, member) in object.members.enumerated() {
      let inner: Place? =
        switch place {
        case .requests: .request
        case .variations: member.name == "recovery" && member.value.array != nil ? .exchanges : .value
        default: Self.places[place]?[member.name]
        }
      if let inner { object.members[index].value = replaced(member.value, in: inner) }
    }
    return JSON(.object(object), range: json.range)
  }

  /// Returns a list of scenarios. A reference in it may also lead to a list, which is inserted in its place.
  ///
  /// - Parameter reference: The reference that led to the list; nil if it is the contract's own.
  private mutating func scenarios(_ json: JSON, at reference: JSON? = nil) -> JSON {
    guard let elements = json.array else { return json }
    var scenarios: [JSON] = []
    for element in elements {
      let target = self.target(element)
      guard target.isArray else {
        scenarios.append(scenario(target, at: reference ?? element))
        continue
      }
      around.append(target.range ?? .nowhere)
      scenarios += self.scenarios(target, at: reference ?? element).array ?? []
      around.removeLast()
    }
    return JSON(.array(scenarios), range: json.range)
  }

  /// Returns a scenario without references.
  ///
  /// - Parameter json: The reference that led to the scenario, or the scenario itself.
  private mutating func scenario(_ scenario: JSON, at json: JSON) -> JSON {
    if let range = scenario.range {
      let ownRange = json["$ref"]?.range ?? range
      if let first = scenarios.updateValue(ownRange, forKey: range) {
        diagnostics.note(.sameName(scenario["name"]?.string ?? "", of: "scenario name", first: first), at: ownRange)
        return json
      }
    }
    return members(scenario, in: .scenario)
  }

  // MARK: Targets

  static func isReference(_ object: JSON.Object) -> Bool { object.members.contains { $0.name == "$ref" } }

  /// Returns the value that a reference leads to, or the value itself if it is not a reference. A reference that leads
  /// nowhere is returned unchanged.
  private mutating func target(_ start: JSON) -> JSON {
    var json = start
    var steps: [SourceLocated<String>] = []
    // The places of the references, with every link resolved.
    var targets: [(file: String, start: Int)] = []
    while json["$ref"] != nil, let object = json.object,
      let member = object.members.first(where: { $0.name == "$ref" })
    {
      guard !isTooLarge, let reference = reference(member, in: object) else { return start }
      let target = (
        file: files.documents.real(files.location(of: reference.range.source)), start: reference.range.start
      )
      if let first = targets.firstIndex(where: { $0 == target }) {
        return diagnostics.mistake(.referenceCircle(Array(steps[first...]), by: "$ref"), at: steps[first].range)
          ?? start
      }
      if steps.count == Self.chainLimit {
        return diagnostics.mistake(.referenceChain(limit: Self.chainLimit), at: steps[0].range) ?? start
      }
      steps.append(reference)
      targets.append(target)
      guard let next = follow(reference, from: json) else { return start }
      json = next
    }
    return json
  }

  /// Returns the text of a reference. If it is not valid, notes that and returns nil.
  private func reference(_ member: JSON.Object.Member, in object: JSON.Object) -> SourceLocated<String>? {
    let range = member.value.range ?? .nowhere
    if object.members.count > 1 { return diagnostics.mistake(.referenceNotAlone, at: member.nameRange ?? range) }
    if let text = member.value.string { return SourceLocated(text, at: range) }
    return diagnostics.wrong(
      member.value, called: "\"$ref\"", expected: "a file and a pointer, such as file.json#/pointer", at: range)
  }

  /// Returns the value that one reference names, which may be a reference itself. If there is none, notes that and
  /// returns nil.
  private mutating func follow(_ reference: SourceLocated<String>, from json: JSON) -> JSON? {
    guard let address = address(reference), let root = document(address.path, namedBy: reference),
      let found = value(at: address.steps, in: root, namedBy: reference), let range = found.range
    else { return nil }
    let own = json.range ?? .nowhere
    if range.contains(own) && range != own || around.contains(where: range.contains) {
      return diagnostics.mistake(.referenceToParent(range), at: reference.range)
    }
    size += range.end - range.start
    if isTooLarge { return diagnostics.mistake(.referencesTooLarge, at: reference.range) }
    files.noteUse(of: range, from: reference.range)
    return found
  }

  /// Splits a reference into a file and a pointer. If that fails, notes it and returns nil.
  private func address(_ reference: SourceLocated<String>) -> (path: String, steps: [String])? {
    let text = reference.value.utf8
    let sharp = text.firstIndex(of: UInt8(ascii: "#")) ?? text.endIndex
    do throws(JSONPointer.SyntaxError) {
      guard let path = JSONPointer.percentDecoded(reference.value[..<sharp]) else { throw .percent }
      return (path, try JSONPointer.steps(fragment: reference.value[sharp...].dropFirst()))
    } catch {
      return diagnostics.mistake(.badReference(reference.value, error), at: reference.range)
    }
  }

  /// Returns the value of a whole file. Without a path, it is the file that contains the reference.
  private func document(_ path: String, namedBy reference: SourceLocated<String>) -> JSON? {
    path.isEmpty
      ? files.document(of: reference.range.source) : files.document(path, namedAt: reference.range)?.json
  }

  private func value(at steps: [String], in root: JSON, namedBy reference: SourceLocated<String>) -> JSON? {
    var json = root
    for (index, step) in steps.enumerated() {
      guard let next = files.documents.index.child(step, of: json) else {
        let pointer = steps[..<index].map(JSONPointer.step).joined()
        return diagnostics.mistake(
          .referenceNowhere(reference.value, pointer: pointer, step: step, reached: json), at: reference.range)
      }
      json = next
    }
    return json
  }
}
