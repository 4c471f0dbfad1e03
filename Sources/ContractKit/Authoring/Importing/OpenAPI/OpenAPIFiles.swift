import ContractCore
import Foundation

/// An OpenAPI description with the JSON files that it refers to. References lead to values of 3.1, whatever version the
/// document has.
final class OpenAPIFiles {
  let main: ImportedDocument
  /// The rule about what is a secret in examples.
  let secrets: ImportSecrets
  /// The folder that references must not leave.
  private let folder: String
  private let isUpgraded: Bool
  /// The files by their locations, or why they cannot be read.
  private var documents: [String: Result<ImportedDocument, ImportFailure>] = [:]

  /// What references lead to, by the document that contains them.
  private var targets: [Place: ImportValue] = [:]
  /// The values for schemas that are only references; nil for those that have none.
  private var samples: [Place: Result<SchemaSample.Value, SchemaSample.Obstacle>] = [:]
  /// The keywords of schemas; nil for those with a reference that leads nowhere.
  private var merged: [SchemaPlace: SchemaSample.Merged?] = [:]

  private struct Place: Hashable {
    var location: String
    var reference: String
  }

  private struct SchemaPlace: Hashable {
    var document: ObjectIdentifier
    var pointer: String
  }

  var budget: ImportBudget { main.budget }
  /// The security schemes of the document; nil if it has none.
  var securitySchemes: ImportValue? { main.root["components"]?["securitySchemes"] }

  /// The largest number of references that lead to each other.
  static let hopLimit = 64

  init(_ document: ImportedDocument, isUpgraded: Bool, secrets: Secrets = .standard) {
    if isUpgraded { document.json = Self.read(OpenAPIUpgrade.upgraded(document.json), document.file) }
    main = document
    self.secrets = ImportSecrets(secrets)
    folder = FileSystem.parent(document.location)
    self.isUpgraded = isUpgraded
    documents[document.location] = .success(main)
  }

  /// Returns a value that was made as one that was read, because the compiler of schemas needs places.
  private static func read(_ json: JSON, _ file: String) -> JSON {
    guard case .document(let read) = JSON.Document.read(Source(path: file, bytes: json.utf8), limit: .max) else {
      return json
    }
    return read.value(0)
  }

  /// Returns the value that a value stands for: itself, or what its reference leads to. Nil if that leads nowhere, which
  /// is noted.
  func resolved(_ value: ImportValue) -> ImportValue? {
    var value = value
    for _ in 0..<Self.hopLimit {
      guard let reference = value.json["$ref"]?.string else { return value }
      value["$ref"]?.consume()
      // In 3.1, a reference may have its own texts.
      value.leaveOut("summary", "description")
      guard let target = target(of: reference, from: value) else { return nil }
      value = target
    }
    value.note("the reference leads back to itself")
    return nil
  }

  /// Returns the value that a reference leads to; nil if there is none, which is noted.
  ///
  /// - Parameter value: The object that contains the reference.
  func target(of reference: String, from value: ImportValue) -> ImportValue? {
    let key = Place(location: value.document.location, reference: reference)
    if let known = targets[key] { return known }
    let target = found(reference, from: value)
    targets[key] = target
    return target
  }

  /// Returns the value for a schema, made once for each schema that is a reference.
  func sample(
    of schema: ImportValue, _ direction: SchemaSample.Direction, called name: String?,
    _ make: () -> Result<SchemaSample.Value, SchemaSample.Obstacle>
  ) -> Result<SchemaSample.Value, SchemaSample.Obstacle> {
    guard let reference = schema.json["$ref"]?.string, schema.json.count == 1 else { return make() }
    let key = Place(location: schema.document.location, reference: "\(direction) \(name ?? "") \(reference)")
    if let known = samples[key] { return known }
    let value = make()
    // What was given up together with its operation may have a value in another one.
    if !budget.isUsedUp { samples[key] = value }
    return value
  }

  /// Returns the keywords of a schema, read once; nil also if too many steps were taken. Nearly everything that is asked
  /// about a schema begins here, so that no path through schemas which refer to each other is endless.
  func merged(_ schema: ImportValue, _ read: () -> SchemaSample.Merged?) -> SchemaSample.Merged? {
    guard budget.spend() else { return nil }
    let key = SchemaPlace(document: ObjectIdentifier(schema.document), pointer: schema.pointer)
    if let known = merged[key] { return known }
    let value = read()
    if !budget.isUsedUp { merged[key] = .some(value) }
    return value
  }

  private func found(_ reference: String, from value: ImportValue) -> ImportValue? {
    func nowhere(_ why: String) -> ImportValue? {
      value.document.note(why, at: value.pointer + "/$ref")
      return nil
    }
    let uri = URIReference(reference)
    let document: ImportedDocument
    if uri.scheme == nil, uri.authority == nil, uri.path.isEmpty {
      document = value.document
    } else {
      let whole = uri.withoutFragment.resolved(against: URIReference(file: value.document.location))
      guard let path = whole.filePath else {
        return nowhere("nothing is fetched from \(reference); save the file beside this one")
      }
      switch self.document(at: path) {
      case .success(let found): document = found
      case .failure(let failure):
        return nowhere("the reference \(reference) cannot be followed: \(failure.message)")
      }
    }
    guard let fragment = uri.decodedFragment, let steps = try? JSONPointer.steps(fragment) else {
      return nowhere("the reference \(reference) is not a JSON pointer")
    }
    var target = document.root
    for step in steps {
      let next = target.json.isArray ? target.elements.first { $0.pointer.hasSuffix("/" + step) } : target[step]
      guard let next else { return nowhere("the reference \(reference) leads nowhere") }
      target = next
    }
    return target
  }

  private func document(at location: String) -> Result<ImportedDocument, ImportFailure> {
    if let known = documents[location] { return known }
    let result = Result { () throws(ImportFailure) in try read(location) }
    documents[location] = result
    return result
  }

  private func read(_ location: String) throws(ImportFailure) -> ImportedDocument {
    guard FileSystem.below(FileSystem.real(folder), FileSystem.real(location)) != nil else {
      throw ImportFailure(location: location, message: "the file is not in the folder of the document or below it")
    }
    let file = FileSystem.shown(location)
    let json = try ImportedDocument.json(file)
    let document = ImportedDocument(file: file, location: location, json: json, log: main.log)
    if isUpgraded { document.json = Self.read(OpenAPIUpgrade.upgraded(json), file) }
    return document
  }

  /// Returns the source of the documents that schemas refer to.
  ///
  /// - Parameter direction: The direction whose hidden members schemas do not require; nil for schemas as they are.
  func reading(_ direction: SchemaSample.Direction? = nil) -> SchemaLibrary.Reading {
    { uri, _ in
      guard let path = uri.filePath, case .success(let document) = self.document(at: path) else { return nil }
      let json = direction.map { self.relaxed(document, $0) } ?? document.json
      return (json, URIReference(file: document.location))
    }
  }

  /// Returns a document whose schemas do not require members that a direction does not have: `readOnly` in requests,
  /// `writeOnly` in answers (3.1.1, section 4.8.24.3). Every value keeps its JSON pointer.
  private func relaxed(_ document: ImportedDocument, _ direction: SchemaSample.Direction) -> JSON {
    // What is read here is not imported, so nothing is noted about it.
    let copy = ImportedDocument(file: document.file, location: document.location, json: document.json)
    return Self.read(relaxed(copy.root, [], SchemaSample(self, direction)), document.file)
  }

  private func relaxed(_ value: ImportValue, _ outer: Set<String>, _ sample: SchemaSample) -> JSON {
    if value.json.isArray { return .array(value.elements.map { relaxed($0, outer, sample) }) }
    guard let object = value.json.object else { return value.json }
    let isCombined = object["required"]?.isArray == true || object["allOf"]?.isArray == true
    let hidden = isCombined ? outer.union(sample.hiddenNames(of: value)) : outer
    return .object(
      value.members.map { name, member in
        if name == "required", let names = member.json.array {
          return (name, .array(names.filter { $0.string.map(hidden.contains) != true }))
        }
        // These are about the same object.
        let isSame = ["allOf", "anyOf", "oneOf"].contains(name)
        return (name, relaxed(member, isSame ? hidden : [], sample))
      })
  }
}
