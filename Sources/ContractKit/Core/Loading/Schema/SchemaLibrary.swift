import ContractMetaSchemas

/// The documents that a schema leads to: the schemas that they contain, and the names by which these can be referred
/// to.
///
/// Documents come from a function that reads files. Nothing else is read, and nothing is fetched.
package final class SchemaLibrary {
  /// Returns the document at a URI without fragment, and the URI that it was read from; nil if there is none. The
  /// function itself notes what is wrong with a file, at the reference that names it.
  package typealias Reading = (_ uri: URIReference, _ range: SourceRange) -> (json: JSON, uri: URIReference)?

  /// A schema with its own URI, and everything in it except inner schemas that have their own URI.
  struct Resource {
    var uri: URIReference
    /// The URI that its document was read from.
    var retrieved: URIReference
    var root: JSON
    var dialect: SchemaDialect
    /// The schemas with plain names, from `$anchor` and `$dynamicAnchor`.
    var anchors: [String: (site: Int, range: SourceRange)] = [:]
    /// The schemas with names from `$dynamicAnchor` only.
    var dynamicAnchors: [String: Int] = [:]
  }

  /// A schema in its place in a document.
  struct Site {
    var json: JSON
    var resource: Int
  }

  private(set) var resources: [Resource] = []
  private(set) var sites: [Site] = []
  private var siteAt: [SourceRange: Int] = [:]
  private var resourceAt: [String: (resource: Int, range: SourceRange?)] = [:]
  var index = MemberIndex()
  private let reading: Reading
  let diagnostics: Diagnostic.Collector

  init(_ reading: @escaping Reading, _ diagnostics: Diagnostic.Collector) {
    self.reading = reading
    self.diagnostics = diagnostics
  }

  // MARK: Documents

  /// Adds a document, and returns the resource at its root.
  func add(_ json: JSON, from uri: URIReference) -> Int {
    let root = resources.count
    resources.append(Resource(uri: uri, retrieved: uri, root: json, dialect: .standard))
    resourceAt[uri.text] = (root, nil)
    // A list of what remains to be visited instead of recursion, because documents may be deep.
    var waiting: [(json: JSON, resource: Int, isRoot: Bool)] = [(json, root, true)]
    while let next = waiting.popLast() {
      let resource = enter(next.json, in: next.resource, isRoot: next.isRoot)
      guard let members = next.json.object?.members else { continue }
      // The last entry is visited first. Adding them in reverse order visits them in the order written.
      for member in members.reversed() {
        for child in SchemaKeyword.schemas(in: member).reversed() { waiting.append((child, resource, false)) }
      }
    }
    return root
  }

  /// Records the schema at a place with its names, and returns the resource that it belongs to.
  private func enter(_ json: JSON, in parent: Int, isRoot: Bool) -> Int {
    let id = json["$id"]
    var resource = parent
    var uri: URIReference?
    if let id, let text = id.string {
      let written = URIReference(text)
      if written.fragment?.isEmpty == false {
        diagnostics.note(.badIdentifier(keyword: "$id", text), at: id.range ?? .nowhere)
      } else {
        uri = written.withoutFragment.resolved(against: resources[parent].uri)
      }
    }
    if let uri {
      if isRoot {
        resources[parent].uri = uri
      } else {
        resource = resources.count
        let above = resources[parent]
        resources.append(Resource(uri: uri, retrieved: above.retrieved, root: json, dialect: above.dialect))
      }
      let known = resourceAt[uri.text]
      if let known, known.resource != resource, let first = known.range, let range = id?.range {
        diagnostics.note(.sameName(id?.string ?? uri.text, of: "$id", first: first), at: range)
      } else {
        resourceAt[uri.text] = (resource, id?.range)
      }
    }
    let site = site(of: json, in: resource)
    if isRoot || uri != nil, let dialect = json["$schema"] {
      resources[resource].dialect = self.dialect(dialect, in: resource)
    }
    for keyword in ["$anchor", "$dynamicAnchor"] {
      guard let anchor = json[keyword], let name = anchor.string, let range = anchor.range else { continue }
      if !SchemaKeyword.isAnchor(name) {
        diagnostics.note(.badIdentifier(keyword: keyword, name), at: range)
      } else if let first = resources[resource].anchors[name], first.site != site {
        diagnostics.note(.sameName(name, of: keyword, first: first.range), at: range)
      } else {
        resources[resource].anchors[name] = (site, range)
        if keyword == "$dynamicAnchor" { resources[resource].dynamicAnchors[name] = site }
      }
    }
    return resource
  }

  /// Returns the schema at a value's place. It is made if the value is not below a keyword that contains schemas.
  package func site(of json: JSON, in resource: Int) -> Int {
    if let site = knownSite(of: json) { return site }
    sites.append(Site(json: json, resource: resource))
    if let range = json.range { siteAt[range] = sites.count - 1 }
    return sites.count - 1
  }

  /// Returns the schema at a value's place, if one is known.
  func knownSite(of json: JSON) -> Int? { json.range.flatMap { siteAt[$0] } }

  /// Returns the resource at a URI without fragment, and reads it if necessary. If there is none, notes that and
  /// returns nil.
  ///
  /// - Parameters:
  ///   - written: The reference as the schema writes it.
  ///   - resource: The resource that contains the reference.
  func resource(_ written: URIReference, from resource: Int, at range: SourceRange) -> Int? {
    // A reference that is only a fragment means the resource itself, whatever its URI is.
    if written.scheme == nil, written.authority == nil, written.path.isEmpty, written.query == nil { return resource }
    let uri = written.withoutFragment.resolved(against: resources[resource].uri)
    if let known = resourceAt[uri.text] { return known.resource }
    if let text = MetaSchemas.text(at: uri.text),
      let json = diagnostics.parse(Source(path: uri.text, text: text))
    {
      return add(json, from: uri)
    }
    if let read = reading(uri, range) {
      return keep(read.json, from: read.uri, as: uri)
    }
    if uri.scheme == "file" {
      if uri.filePath == nil { diagnostics.note(.noTarget(written.text, near: nil), at: range) }
      return nil
    }
    // A file with `$id: https://…` is usually next to the file that it refers to.
    let beside = written.withoutFragment.resolved(against: resources[resource].retrieved)
    if written.scheme == nil, written.authority == nil, let path = beside.filePath, FileSystem.kind(path) == .file {
      if let known = resourceAt[beside.text] { return known.resource }
      if let read = reading(beside, range) { return keep(read.json, from: read.uri, as: uri) }
      return nil
    }
    diagnostics.note(.remote(uri.text), at: range)
    return nil
  }

  private func keep(_ json: JSON, from read: URIReference, as uri: URIReference) -> Int {
    let root = resourceAt[read.text]?.resource ?? add(json, from: read)
    if resourceAt[uri.text] == nil { resourceAt[uri.text] = (root, nil) }
    return root
  }

  // MARK: Dialects

  /// Returns the vocabularies that `$schema` turns on.
  private func dialect(_ json: JSON, in resource: Int) -> SchemaDialect {
    guard let text = json.string, let range = json.range else { return .standard }
    let written = URIReference(text).withoutFragment
    let uri = written.resolved(against: resources[resource].uri)
    if uri.text == MetaSchemas.dialect || text.isEmpty { return .standard }
    let isOld = text.hasPrefix("http://json-schema.org/") || text.hasPrefix("https://json-schema.org/draft/2019")
    let isKnown = resourceAt[uri.text] != nil || MetaSchemas.text(at: uri.text) != nil
    if isOld || !isKnown && uri.scheme != "file" && reading(uri, range) == nil {
      diagnostics.note(.unknownDialect(text), at: range)
      return .standard
    }
    guard let meta = self.resource(written, from: resource, at: range),
      let vocabularies = resources[meta].root["$vocabulary"]?.object
    else { return .standard }
    var dialect: SchemaDialect = []
    for member in vocabularies.members {
      if let known = SchemaDialect(vocabulary: member.name) {
        dialect.formUnion(known)
      } else if member.value.bool == true {
        diagnostics.note(.unknownVocabulary(member.name), at: member.nameRange ?? .nowhere)
      }
    }
    return dialect
  }
}

extension SchemaDialect {
  /// Makes the vocabulary of a URI; nil if it is not one of 2020-12.
  init?(vocabulary uri: String) {
    let base = "https://json-schema.org/draft/2020-12/vocab/"
    guard uri.hasPrefix(base) else { return nil }
    switch uri.dropFirst(base.count) {
    case "applicator": self = .applicator
    case "unevaluated": self = .unevaluated
    case "validation": self = .validation
    case "format-assertion": self = .formatAssertion
    case "core", "meta-data", "format-annotation", "content": self = []
    default: return nil
    }
  }
}

/// The vocabularies of 2020-12 that a dialect uses. Vocabularies that assert nothing are left out.
struct SchemaDialect: OptionSet {
  var rawValue: Int

  static let applicator = SchemaDialect(rawValue: 1)
  static let unevaluated = SchemaDialect(rawValue: 2)
  static let validation = SchemaDialect(rawValue: 4)
  static let formatAssertion = SchemaDialect(rawValue: 8)
  /// The dialect of the official meta-schema, in which `format` is an annotation.
  static let standard: SchemaDialect = [.applicator, .unevaluated, .validation]
}

/// The meta-schemas of JSON Schema 2020-12. A schema may refer to them without fetching anything.
enum MetaSchemas {
  /// The dialect of schemas that do not name another one.
  static let dialect = "https://json-schema.org/draft/2020-12/schema"

  private static let base = "https://json-schema.org/draft/2020-12/"

  /// Returns the text of the meta-schema at a URI without fragment; nil if there is none.
  static func text(at uri: String) -> String? {
    guard uri.hasPrefix(base) else { return nil }
    let text: UnsafePointer<CChar>? =
      switch uri.dropFirst(base.count) {
      case "schema": contractMetaSchema
      case "meta/core": contractMetaSchemaCore
      case "meta/applicator": contractMetaSchemaApplicator
      case "meta/unevaluated": contractMetaSchemaUnevaluated
      case "meta/validation": contractMetaSchemaValidation
      case "meta/meta-data": contractMetaSchemaMetaData
      case "meta/format-annotation": contractMetaSchemaFormatAnnotation
      case "meta/format-assertion": contractMetaSchemaFormatAssertion
      case "meta/content": contractMetaSchemaContent
      default: nil
      }
    return text.map { String(cString: $0) }
  }
}
