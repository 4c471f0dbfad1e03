// `extends` and `$ref`: the parts that a contract takes from other files. They are put in place before anything is
// read.
extension ContractReader {
  /// Returns a reader of the contract merged over the files that it extends, with every reference replaced by the value
  /// that it names. If that is too large to read, notes it and returns nil.
  func assembled() -> ContractReader? {
    // Most contracts are complete. In a file of another version, these members may mean something else.
    let isOfKnownVersion = root.value("contract")?.number.map { $0.int == 1 } ?? true
    guard root.value("extends") != nil || known.mayRefer, isOfKnownVersion else { return self }
    let bases = bases()
    var references = References(files)
    var object = bases.reduce(root.object) { Self.members(of: $0, below: $1.object) }
    if let index = object.members.firstIndex(where: { $0.name == "variations" }) {
      let layers = ([root] + bases).compactMap { $0.value("variations") }
      object.members[index].value = layers.dropFirst().reduce(layers[0], Self.variations)
    }
    let requests = ([root] + bases).reversed().compactMap { $0.value("request") }
    // If there are multiple requests, each may be a reference.
    if requests.count > 1 { object.members.removeAll { $0.name == "request" } }
    guard var whole = references.contract(JSON(.object(object), range: root.range)).object else { return self }
    if requests.count > 1 {
      let request = reader(of: whole).laid(requests.map { references.request($0) })
      whole.members.append(
        JSON.Object.Member(name: "request", nameRange: root.nameRange(of: "request"), value: request))
    }
    return references.isTooLarge ? nil : reader(of: whole)
  }

  private func reader(of whole: JSON.Object) -> ContractReader {
    // The assembled text comes from multiple files, and nobody has searched them for `$ref` and placeholders.
    ContractReader(
      file: file, root: ObjectReader(whole, at: root.range, as: root.owner, diagnostics), files: files,
      known: Known(nil))
  }

  // MARK: Bases

  /// Returns the files that the contract extends, the nearest first, as far as they can be read.
  private func bases() -> [ObjectReader] {
    var layers = [root]
    var steps: [SourceLocated<String>] = []
    var known = [files.documents.real(file.location)]
    while let layer = layers.last, let path = layer.string("extends") {
      if path.value.hasSuffix(ContractFile.ending) {
        diagnostics.note(.extendsContract(path.value), at: path.range)
        break
      }
      if steps.count == References.chainLimit {
        diagnostics.note(.referenceChain(limit: References.chainLimit), at: steps[0].range)
        break
      }
      guard let (json, location) = files.document(path.value, namedAt: path.range) else { break }
      let real = files.documents.real(location)
      steps.append(path)
      if let first = known.firstIndex(of: real) {
        diagnostics.note(.referenceCircle(Array(steps[first...]), by: "extends"), at: steps[first].range)
        break
      }
      known.append(real)
      guard let base = ObjectReader(json, as: "a base", allowed: nil, diagnostics) else { break }
      if let version = base.value("contract"), let number = version.number, number.int != 1 {
        base.note(.unknownVersion(number.literal), at: version.range)
        break
      }
      layers.append(base)
    }
    return Array(layers.dropFirst())
  }

  /// Returns an object's members, followed by those of a base that the object does not have itself.
  private static func members(of object: JSON.Object, below base: JSON.Object) -> JSON.Object {
    // `extends`, and the `$schema` for editors, belong to one file only and are not inherited.
    let own = Set((object.members.map(\.name) + ["extends", "$schema"]).map(ExactString.init))
    return JSON.Object(object.members + base.members.filter { !own.contains(ExactString($0.name)) })
  }

  /// Returns the members of `variations` over those of a base. Anything else, such as true, replaces the base's as a whole.
  private static func variations(_ own: JSON, over base: JSON) -> JSON {
    guard let members = own.object, let others = base.object, !References.isReference(members),
      !References.isReference(others)
    else { return own }
    return JSON(.object(Self.members(of: members, below: others)), range: own.range)
  }

  // MARK: Requests

  /// Returns the requests merged into one, each over the previous ones. If one is not a request, which was noted,
  /// returns that one.
  private func laid(_ requests: [JSON]) -> JSON {
    for (index, request) in requests.enumerated() { checkLayer(request, isOverlay: index > 0) }
    if let broken = requests.first(where: { $0.object.map(References.isReference) ?? true }) { return broken }
    let layers = requests.compactMap(\.object)
    let merged = layers.dropFirst().reduce(layers.first ?? JSON.Object()) { lay($1, over: $0) }
    return JSON(.object(merged), range: requests.last?.range ?? root.range)
  }
}
