/// A JSON value (RFC 8259) that knows where it was written.
///
/// Numbers keep their digits and objects their order, so that what a contract says is what is compared and sent.
public struct JSON: Sendable {
  /// What a value is.
  public enum Kind: Sendable {
    case null
    case bool(Bool)
    case number(JSONNumber)
    case string(String)
    case array([JSON])
    case object(JSONObject)
  }

  /// What the value is.
  public var kind: Kind
  /// Where the value was read; nil for values made by code.
  public var range: SourceRange?

  /// Makes a value; of code unless it says where it was read.
  public init(_ kind: Kind, range: SourceRange? = nil) {
    self.kind = kind
    self.range = range
  }

  /// The type's name as JSON Schema and `$type` write it: `null`, `boolean`, `number`, `string`, `array`, `object`.
  public var typeName: String {
    switch kind {
    case .null: "null"
    case .bool: "boolean"
    case .number: "number"
    case .string: "string"
    case .array: "array"
    case .object: "object"
    }
  }

  /// Whether this is null.
  public var isNull: Bool { if case .null = kind { true } else { false } }
  /// The boolean; nil where this is none.
  public var bool: Bool? { if case .bool(let bool) = kind { bool } else { nil } }
  /// The number; nil where this is none.
  public var number: JSONNumber? { if case .number(let number) = kind { number } else { nil } }
  /// The string; nil where this is none.
  public var string: String? { if case .string(let string) = kind { string } else { nil } }
  /// The elements; nil where this is no array.
  public var array: [JSON]? { if case .array(let array) = kind { array } else { nil } }
  /// The members; nil where this is no object.
  public var object: JSONObject? { if case .object(let object) = kind { object } else { nil } }

  /// The member of an object; nil where this is no object or has none of that name.
  public subscript(name: String) -> JSON? { object?[name] }
}

/// The members of a JSON object, in the order written.
public struct JSONObject: Sendable {
  /// One name with its value.
  public struct Member: Sendable {
    /// The member's name, its escapes read.
    public var name: String
    /// Where the name was written; nil for members made by code.
    public var nameRange: SourceRange?
    /// Its value.
    public var value: JSON

    /// Makes a member; of code unless it says where its name was read.
    public init(name: String, nameRange: SourceRange? = nil, value: JSON) {
      self.name = name
      self.nameRange = nameRange
      self.value = value
    }
  }

  /// In the order written. Names are unique in what was read without a diagnostic.
  public var members: [Member]

  /// Makes an object; an empty one by default.
  public init(_ members: [Member] = []) { self.members = members }

  /// The value under a name; nil where there is none. Takes time in proportion to the members.
  public subscript(name: String) -> JSON? { members.first { $0.name.isExactly(name) }?.value }
}

// Equality is JSON's own: numbers by decimal value, objects without order; where a value was read plays no part.
extension JSON: Equatable {
  /// Whether two values are equal as JSON: numbers by decimal value, objects without order.
  public static func == (a: JSON, b: JSON) -> Bool {
    switch (a.kind, b.kind) {
    case (.null, .null): true
    case (.bool(let a), .bool(let b)): a == b
    case (.number(let a), .number(let b)): a == b
    case (.string(let a), .string(let b)): a.isExactly(b)
    case (.array(let a), .array(let b)): a == b
    case (.object(let a), .object(let b)): a == b
    default: false
    }
  }
}

extension JSONObject: Equatable {
  /// Whether two objects have equal members, in whatever order.
  public static func == (a: JSONObject, b: JSONObject) -> Bool {
    guard a.members.count == b.members.count else { return false }
    if zip(a.members, b.members).allSatisfy({ $0.name.isExactly($1.name) }) {
      return zip(a.members, b.members).allSatisfy { $0.value == $1.value }
    }
    let values = Dictionary(b.members.map { (Array($0.name.utf8), $0.value) }, uniquingKeysWith: { first, _ in first })
    return a.members.allSatisfy { values[Array($0.name.utf8)] == $0.value }
  }
}

extension JSON:
  ExpressibleByNilLiteral, ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral, ExpressibleByStringLiteral,
  ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
  /// Makes null.
  public init(nilLiteral: ()) { self.init(.null) }
  /// Makes a boolean.
  public init(booleanLiteral value: Bool) { self.init(.bool(value)) }
  /// Makes a number.
  public init(integerLiteral value: Int) { self.init(.number(JSONNumber(value))) }
  /// Makes a string.
  public init(stringLiteral value: String) { self.init(.string(value)) }
  /// Makes an array.
  public init(arrayLiteral elements: JSON...) { self.init(.array(elements)) }
  /// Makes an object, its members in the order given.
  public init(dictionaryLiteral elements: (String, JSON)...) {
    self.init(.object(JSONObject(elements.map { JSONObject.Member(name: $0, value: $1) })))
  }

  /// Makes a string.
  public static func string(_ value: String) -> JSON { JSON(.string(value)) }
  /// Makes a number.
  public static func number(_ value: Int) -> JSON { JSON(.number(JSONNumber(value))) }
  /// Makes an array.
  public static func array(_ elements: [JSON]) -> JSON { JSON(.array(elements)) }
  /// Makes an object, its members in the order given.
  public static func object(_ members: [(String, JSON)]) -> JSON {
    JSON(.object(JSONObject(members.map { JSONObject.Member(name: $0, value: $1) })))
  }
}
