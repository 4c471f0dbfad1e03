/// The compiler that makes a program from a schema and everything that it refers to. It notes every error in them.
///
/// Each schema becomes a node when something first leads to it, and then waits in a list. Nothing here is recursive,
/// however deeply schemas are nested or refer to each other.
package final class SchemaCompiler {
  let library: SchemaLibrary
  private(set) var drafts: [SchemaDraft] = []
  private(set) var ranges: [SourceRange] = []
  /// The node of each site that something led to.
  private var nodes: [Int: Int] = [:]
  private var sites: [Int] = []
  /// The steps from each schema to other schemas that apply to the same value.
  private var steps: [[Step]] = []
  /// What each schema makes of the schemas that it leads to.
  private var uses: [[(node: Int, role: SchemaRole)]] = []
  /// The schemas with an empty `enum`, and those with `"nullable": true`, with the place of the keyword.
  var emptyEnums: [(node: Int, range: SourceRange)] = []
  var nullables: [(node: Int, range: SourceRange)] = []
  /// The rules that are a `$dynamicRef`, with the name of the anchor.
  private var dynamicReferences: [(node: Int, rule: Int, anchor: String)] = []

  /// How many names were compared with references that lead nowhere.
  private var comparedNames = 0
  /// After this many, the reports of further references do not say which name is near. A file with thousands of mistakes
  /// has one cause.
  static let mostComparedNames = 20_000

  private struct Step {
    var node: Int
    /// The reference that leads there, if one does.
    var reference: SourceLocated<String>?
  }

  private init(_ library: SchemaLibrary) { self.library = library }

  /// Compiles a schema, and notes what is wrong with it.
  ///
  /// - Parameters:
  ///   - file: The file that contains the schema, as the contract names it; nil if the contract itself contains it.
  ///   - uri: The URI that relative references in the schema are resolved against.
  static func compile(
    _ json: JSON, file: String? = nil, uri: URIReference, _ reading: @escaping SchemaLibrary.Reading,
    _ diagnostics: Diagnostic.Collector
  ) -> JSONSchema {
    // Schemas are identified by their places, so a schema that was made by code gets places first.
    let json = json.range == nil ? diagnostics.parse(Source(path: uri.text, text: json.text)) ?? json : json
    let compiler = SchemaCompiler(SchemaLibrary(reading, diagnostics))
    let resource = compiler.library.add(json, from: uri)
    _ = compiler.node(of: compiler.library.site(of: json, in: resource))
    return JSONSchema(file: file, json: json, program: compiler.program())
  }

  /// Compiles the schemas that some references lead to, as one program.
  ///
  /// - Returns: The program, and the index of each schema in it.
  package static func compile(
    all references: [String], uri: URIReference, _ reading: @escaping SchemaLibrary.Reading,
    _ diagnostics: Diagnostic.Collector
  ) -> (program: SchemaProgram, nodes: [Int]) {
    let schemas = references.map { reference -> JSON in ["$ref": .string(reference)] }
    let text = JSON.object([("allOf", .array(schemas))]).text
    let compiler = SchemaCompiler(SchemaLibrary(reading, diagnostics))
    guard let json = diagnostics.parse(Source(path: uri.text, text: text)) else {
      return (compiler.program(), [])
    }
    let resource = compiler.library.add(json, from: URIReference("\(uri.text)?all"))
    let nodes = (json["allOf"]?.array ?? []).map { schema in
      compiler.node(of: compiler.library.site(of: schema, in: resource))
    }
    return (compiler.program(), nodes)
  }

  private func program() -> SchemaProgram {
    let roots = Array(drafts.indices)
    var done = 0
    repeat {
      while done < drafts.count {
        compile(done)
        done += 1
      }
      // Include every schema that an anchor may lead to. These schemas may contain references too.
      for name in Set(dynamicReferences.map(\.anchor)) { _ = dynamicTargets(name) }
    } while done < drafts.count
    for reference in dynamicReferences {
      let targets = dynamicTargets(reference.anchor)
      // If only one resource has the anchor, the reference always leads there.
      if targets.count > 1 { drafts[reference.node].setTargets(targets, ofRule: reference.rule) }
    }
    noteEndless()
    let tracksScope = dynamicReferences.contains { dynamicTargets($0.anchor).count > 1 }
    var nodes = drafts.map { $0.node() }
    // A schema that is only a reference is replaced by its target. This is not done if the resources on the path
    // matter.
    if !tracksScope { nodes = nodes.indices.map { nodes[target($0)] } }
    warnOfEmptyEnums(roots)
    warnOfNullables()
    return SchemaProgram(nodes: nodes, ranges: ranges, tracksScope: tracksScope)
  }

  private func target(_ index: Int) -> Int {
    var index = index
    // Circles were already noted. In a very long chain of references, only the first 64 are skipped.
    for _ in 0..<64 {
      guard let next = drafts[index].onlyReference else { break }
      index = next
    }
    return index
  }

  private func dynamicTargets(_ name: String) -> [Int: Int] {
    var targets: [Int: Int] = [:]
    for (index, resource) in library.resources.enumerated() {
      if let site = resource.dynamicAnchors[name] { targets[index] = node(of: site) }
    }
    return targets
  }

  package func node(of site: Int) -> Int {
    if let node = nodes[site] { return node }
    let node = drafts.count
    nodes[site] = node
    sites.append(site)
    steps.append([])
    uses.append([])
    let found = library.sites[site]
    drafts.append(SchemaDraft(resource: found.resource, rangeIndex: rangeIndex(found.json.range)))
    return node
  }

  /// Returns the node of a schema that is the value of a keyword in another schema.
  package func node(of json: JSON, under node: Int, inPlace: Bool = false, role: SchemaRole = .asserted) -> Int {
    let child = self.node(of: library.site(of: json, in: drafts[node].resource))
    uses[node].append((child, role))
    if inPlace { steps[node].append(Step(node: child)) }
    return child
  }

  func rangeIndex(_ range: SourceRange?) -> Int {
    ranges.append(range ?? .nowhere)
    return ranges.count - 1
  }

  private func compile(_ node: Int) {
    let json = library.sites[sites[node]].json
    switch json.kind {
    case .bool(let bool): drafts[node].isFalse = !bool
    case .object(let object):
      var keywords = SchemaReader(compiler: self, node: node, object: object)
      keywords.read()
      drafts[node] = keywords.draft
      for reference in keywords.dynamicReferences {
        dynamicReferences.append((node, reference.rule, reference.anchor))
      }
    default:
      library.diagnostics.note(
        .wrongValue("a schema", found: json.phrase, expected: "an object, true or false"), at: json.range ?? .nowhere)
    }
  }

  // MARK: References

  /// Returns the target of a reference, and the name of the dynamic anchor if the reference uses one. If it leads
  /// nowhere, notes that and returns nil.
  func target(
    of reference: SourceLocated<String>, from node: Int, isDynamic: Bool
  ) -> (node: Int, dynamicAnchor: String?)? {
    let written = URIReference(reference.value)
    guard let resource = library.resource(written, from: drafts[node].resource, at: reference.range) else { return nil }
    let root = library.resources[resource].root
    guard let fragment = written.decodedFragment else { return nowhere(reference, in: resource) }
    var anchor: String?
    let site: Int
    if fragment.isEmpty {
      site = library.site(of: root, in: resource)
    } else if fragment.hasPrefix("/") {
      guard let found = value(at: fragment, in: resource) else { return nowhere(reference, in: resource) }
      guard found.json.isObject || found.json.bool != nil else {
        return library.diagnostics.mistake(
          .targetIsNoSchema(reference.value, found: found.json.phrase), at: reference.range)
      }
      site = library.site(of: found.json, in: found.resource)
    } else {
      guard let found = library.resources[resource].anchors[fragment] else { return nowhere(reference, in: resource) }
      site = found.site
      if isDynamic, library.resources[resource].dynamicAnchors[fragment] == site { anchor = fragment }
    }
    let target = self.node(of: site)
    uses[node].append((target, .asserted))
    // The target of a dynamic reference is known only when it is applied.
    if anchor == nil { steps[node].append(Step(node: target, reference: reference)) }
    return (target, anchor)
  }

  private func value(at pointer: String, in resource: Int) -> (json: JSON, resource: Int)? {
    guard let steps = try? JSONPointer.steps(pointer) else { return nil }
    var (json, resource) = (library.resources[resource].root, resource)
    for step in steps {
      guard let next = library.index.child(step, of: json) else { return nil }
      json = next
      if library.index.child("$id", of: json) != nil, let known = library.knownSite(of: json) {
        resource = library.sites[known].resource
      }
    }
    return (json, resource)
  }

  private func nowhere(_ reference: SourceLocated<String>, in resource: Int) -> (node: Int, dynamicAnchor: String?)? {
    library.diagnostics.mistake(.noTarget(reference.value, near: near(reference, in: resource)), at: reference.range)
  }

  /// Returns the reference that was probably meant; nil if none is near, or after too many searches.
  private func near(_ reference: SourceLocated<String>, in resource: Int) -> String? {
    if comparedNames >= Self.mostComparedNames { return nil }
    let found = library.resources[resource]
    let file = reference.value.prefix { $0 != "#" }
    var known = found.anchors.keys.sorted().map { "\(file)#\($0)" }
    for name in ["$defs", "definitions"] {
      for member in found.root[name]?.object?.members ?? [] {
        known.append("\(file)#/\(name)" + JSONPointer.step(member.name))
      }
    }
    comparedNames += known.count
    return Suggestion.of(reference.value, in: known)
  }

  /// Notes references through which a schema leads back to itself for the same value.
  private func noteEndless() {
    // 0: not visited; 1: on the current path; 2: done.
    var states = Array(repeating: UInt8(0), count: drafts.count)
    for start in drafts.indices where states[start] == 0 {
      var path: [(node: Int, next: Int)] = [(start, 0)]
      states[start] = 1
      while let (node, next) = path.last {
        guard next < steps[node].count else {
          states[node] = 2
          path.removeLast()
          continue
        }
        path[path.count - 1].next += 1
        let step = steps[node][next]
        if states[step.node] == 0 {
          states[step.node] = 1
          path.append((step.node, 0))
        } else if states[step.node] == 1 {
          // The last reference in the circle. There always is one, because schemas do not contain themselves.
          let round = path.drop { $0.node != step.node }.compactMap { steps[$0.node][$0.next - 1].reference }
          if let reference = step.reference ?? round.last {
            library.diagnostics.note(.endless(reference.value), at: reference.range)
          }
        }
      }
    }
  }

  // MARK: Keywords without an effect

  /// Warns of each empty `enum` that values must match. Below `not`, all values pass it.
  private func warnOfEmptyEnums(_ roots: [Int]) {
    if emptyEnums.isEmpty { return }
    var asserted = Set(roots)
    var negated: Set<Int> = []
    var waiting = roots.map { (node: $0, isNegated: false) }
    while let (node, isNegated) = waiting.popLast() {
      for use in uses[node] where use.role != .unasserted {
        let isNegated = isNegated != (use.role == .negated)
        let isNew = isNegated ? negated.insert(use.node).inserted : asserted.insert(use.node).inserted
        if isNew { waiting.append((use.node, isNegated)) }
      }
    }
    for (node, range) in emptyEnums where asserted.contains(node) { library.diagnostics.warn(.emptyEnum, at: range) }
  }

  /// Warns of each `"nullable": true` whose schema does not accept `null`.
  private func warnOfNullables() {
    for (node, range) in nullables {
      var seen: Set<Int> = []
      guard rejectsNull(node, &seen) else { continue }
      let now = "{\"type\": [\"string\", \"null\"]}, or {\"type\": \"null\"} as one of \"anyOf\""
      library.diagnostics.warn(.oldKeyword("nullable", of: "OpenAPI 3.0", now: now), at: range)
    }
  }

  /// Whether `null` is surely not valid. Keywords that are rare beside `nullable` are not looked at.
  private func rejectsNull(_ node: Int, _ seen: inout Set<Int>) -> Bool {
    guard seen.count < Self.nullSchemas, seen.insert(node).inserted else { return false }
    let draft = drafts[node]
    if draft.isFalse || draft.types?.value.contains(.null) == false { return true }
    return draft.rules.contains { rule in
      switch rule.kind {
      case .const(let value): !value.isNull
      case .oneOfValues(let values): !values.contains(.null)
      case .reference(let target): rejectsNull(target, &seen)
      case .allOf(let schemas): schemas.contains { rejectsNull($0, &seen) }
      case .anyOf(let schemas), .oneOf(let schemas): schemas.allSatisfy { rejectsNull($0, &seen) }
      default: false
      }
    }
  }

  /// The largest number of schemas that decide whether one accepts `null`.
  private static let nullSchemas = 100
}

/// What a schema makes of a schema that it leads to.
package enum SchemaRole {
  /// Values, or values in them, must match it.
  case asserted
  /// Values must not match it.
  case negated
  /// It decides nothing by itself.
  case unasserted
}
