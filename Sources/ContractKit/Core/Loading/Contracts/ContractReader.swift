/// The reader of one contract. It returns the contract, or else every mistake in it.
package struct ContractReader {
  let file: ContractFile
  let root: ObjectReader
  let files: NamedFiles
  private(set) var known = Known(nil)
  /// Whether `{{baseURL}}` is replaced in the expressions that this reader reads. In a request's expressions it is
  /// plain text.
  private(set) var fillsExpressions = false
  /// The requests that exchanges may name, by name; nil for one with a mistake, which was noted.
  private(set) var namedRequests: [ExactString: RequestShape?] = [:]

  var diagnostics: Diagnostic.Collector { root.diagnostics }
  var source: Source { root.range.source }

  static let members = [
    "$schema", "contract", "endpoint", "operation", "description", "tags", "baseURL", "baseURLs", "input", "request",
    "requests", "scenarios", "variations", "verify", "extends",
  ]
  /// Reads a file. The contract is nil if the diagnostics contain an error.
  ///
  /// - Parameter documents: The documents that were read for the other contracts of the run.
  static func read(
    _ file: ContractFile, documents: Documents = Documents()
  ) -> (contract: Contract?, diagnostics: [Diagnostic]) {
    let bytes: [UInt8]
    do throws(FileSystem.ReadError) {
      bytes = try FileSystem.bytes(file.location, upTo: Documents.sizeLimit, isPlain: file.isPlain)
    } catch {
      return (nil, [Diagnostic(.unreadable(why: error.why(for: "a contract")), at: SourceRange(file: file.path))])
    }
    return read(Source(path: file.path, bytes: bytes), file: file, documents: documents)
  }

  /// Reads a source as if it were the text of a file.
  package static func read(
    _ source: Source, file: ContractFile, documents: Documents = Documents()
  ) -> (contract: Contract?, diagnostics: [Diagnostic]) {
    let diagnostics = Diagnostic.Collector()
    guard let json = diagnostics.parse(source),
      let root = ObjectReader(json, as: "a contract", allowed: nil, diagnostics)
    else { return (nil, diagnostics.diagnostics) }
    let files = NamedFiles(file, source: source, json: json, documents: documents, diagnostics)
    let known = Known(source.bytes)
    var reader = ContractReader(file: file, root: root, files: files, known: known).assembled()
    let contract = reader?.contract()
    let found = files.traced(diagnostics.diagnostics)
    return (found.hasErrors ? nil : contract, found)
  }

  private mutating func contract() -> Contract? {
    // In a file of another version, members that look wrong here may be right.
    guard versionIsKnown() else { return nil }
    noteMoved()
    root.checkNames(Self.members, without: Self.movedMembers)
    let endpoint = text(root.string("endpoint", required: true), called: "an endpoint")
    let operation = root.string("operation")
    let description = root.string("description", mayBeEmpty: true)
    let tags = self.tags(root)
    let baseURL = self.baseURL()
    let baseURLs = self.baseURLs()
    if let input = root.value("input") {
      checkInput(input)
      known.input = input.alone
    }
    if let request = root.value("request") { known.request = checkLayer(request, isOverlay: false) }
    namedRequests = requests()
    known.verification = verification(root)
    // A mistake in the contract as a whole is reported in its own file.
    let range = endpoint.flatMap { $0.range.source === source ? $0.range : nil } ?? root.range(of: "extends")
    let scenarios = self.scenarios(files.origins(otherwise: range))
    guard let endpoint else { return nil }
    let contract = Contract(
      source: source, files: files.locations, name: file.name, endpoint: endpoint.value, range: range,
      operation: operation ?? endpoint, description: description?.value, tags: tags, baseURL: baseURL,
      baseURLs: baseURLs, requests: knownRequests, scenarios: scenarios,
      variations: ofExpectations.variations(recovery: recovery()),
      turnsOffVariations: root.value("variations")?.bool == false, scenariosRange: root.nameRange(of: "scenarios"))
    checkVariationNames(contract)
    return contract
  }

  private func versionIsKnown() -> Bool {
    guard let version = root.value("contract") else {
      root.note(.noVersion)
      return true
    }
    guard let number = version.number else {
      root.noteWrong("contract", expected: "1, the version of the format")
      return true
    }
    if number.int == 1 { return true }
    root.note(.unknownVersion(number.literal), at: version.range)
    return false
  }

  private func baseURL() -> BaseURL {
    guard let text = root.string("baseURL") else { return .localhost }
    if let url = files.documents.baseURL(text.value, range: text.range) { return url }
    root.note(.badBaseURL(text.value), at: text.range)
    return .localhost
  }

  private func baseURLs() -> [(name: String, url: BaseURL)] {
    guard let map = root.reader("baseURLs", as: "\"baseURLs\"", allowed: nil) else { return [] }
    return map.object.members.compactMap { member in
      if !Addresses.isName(member.name) { map.note(.badAddressName(member.name), at: member.nameRange) }
      // Found by its value and not by its name, because there may be a hundred thousand.
      let range = member.value.range ?? map.range
      guard let text = member.value.string, !text.isEmpty else {
        let isString = member.value.string != nil
        return diagnostics.wrong(
          member.value, called: "\"\(member.name)\"", found: isString ? "empty" : nil,
          expected: isString ? "some text" : "a string", at: range)
      }
      if let url = files.documents.baseURL(text, range: range) { return (member.name, url) }
      return diagnostics.mistake(.badBaseURL(text), at: range)
    }
  }

  private func scenarios(_ origin: (SourceRange) -> SourceRange) -> [Scenario] {
    let all = root.array("scenarios", of: "scenarios", required: true, mayBeEmpty: false) ?? []
    known.scenarios = all
    let expecting = ofExpectations
    var first: [String: SourceRange] = [:]
    var scenarios: [Scenario] = []
    for json in all where !isReference(json) {
      guard
        let reader = ObjectReader(
          json, as: "a scenario", allowed: nil, called: "an element of \"scenarios\"", diagnostics)
      else { continue }
      if let name = reader.value("name"), let text = name.string, let range = name.range {
        if let first = first[text] {
          reader.note(.sameName(text, of: "scenario name", first: first), at: range)
        } else {
          first[text] = range
        }
      }
      if let scenario = scenario(reader, expecting: expecting, origin: origin) { scenarios.append(scenario) }
    }
    checkNames(scenarios, isWhole: scenarios.count == all.count)
    return scenarios
  }

  // MARK: Shared by multiple parts

  /// Whether a value is a `{"$ref": …}` that was left in place because it leads nowhere, which was noted.
  func isReference(_ json: JSON) -> Bool {
    guard known.mayRefer, let object = json.object, References.isReference(object) else { return false }
    // A safeguard: if references were not looked for in this place, they must not be ignored silently.
    if !diagnostics.diagnostics.hasErrors { diagnostics.note(.referenceNotHere, at: json.range ?? root.range) }
    return true
  }

  /// Returns a name that reports show. It must be on one line, without spaces around it.
  func text(_ string: SourceLocated<String>?, called what: String) -> SourceLocated<String>? {
    guard let string else { return nil }
    if HTTPText.isPlain(string.value) { return string }
    if string.value.unicodeScalars.contains(where: { $0.properties.generalCategory == .control }) {
      return diagnostics.mistake(.badName(what: what, why: "contains a control character"), at: string.range)
    }
    if string.value.first?.isWhitespace == true || string.value.last?.isWhitespace == true {
      return diagnostics.mistake(.badName(what: what, why: "begins or ends with a space"), at: string.range)
    }
    return string
  }

  func tags(_ reader: ObjectReader) -> [String] { distinct(reader.strings("tags") ?? [], list: "tags") }

  /// Returns the values of a list in which each may appear only once. Notes repetitions.
  func distinct(_ elements: [SourceLocated<String>], list: String) -> [String] {
    var values: [String] = []
    for element in elements {
      if values.contains(element.value) {
        diagnostics.note(.sameElement(element.value, list: list), at: element.range)
      } else {
        values.append(element.value)
      }
    }
    return values
  }

  private var ofExpectations: ContractReader { copy(of: self) { $0.fillsExpressions = true } }

  func checkInput(_ input: JSON) {
    if !isReference(input), known.mayNameAddresses { checkAddresses(input) }
  }
}
