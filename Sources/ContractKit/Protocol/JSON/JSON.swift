/// A JSON value (RFC 8259) that knows where it was written.
///
/// Numbers keep their digits, and objects keep their order. So the values in a contract are compared and sent as they
/// were written.
public struct JSON: Sendable {
  /// The type of a value, with its contents.
  public enum Kind: Sendable {
    case null
    case bool(Bool)
    case number(JSON.Number)
    case string(String)
    case array([JSON])
    case object(JSON.Object)
  }

  /// The storage of a value: one that was made, in code or at a place of a file, or one that was read, whose contents
  /// are found on demand.
  enum Storage: Sendable {
    case made(Kind)
    // Indirect, because few values have a place of their own, and a smaller value takes less time to copy.
    indirect case ranged(Kind, SourceRange)
    case read(Document, UInt32)
  }

  private(set) var storage: Storage

  /// Creates a value that does not come from a file.
  public init(_ kind: Kind) { storage = .made(kind) }

  package init(_ kind: Kind, range: SourceRange?) {
    storage = range.map { .ranged(kind, $0) } ?? .made(kind)
  }

  init(_ document: Document, _ index: Int) { storage = .read(document, UInt32(truncatingIfNeeded: index)) }

  /// The type of the value, with its contents. If the value was read, each access creates the strings and elements
  /// again. So keep the result if you need it more than once.
  public var kind: Kind {
    switch storage {
    case .made(let kind), .ranged(let kind, _): kind
    case .read(let document, let index): document.kind(Int(index))
    }
  }

  /// The place where the value was read; nil for values that were made in code.
  package var range: SourceRange? {
    get {
      switch storage {
      case .made: nil
      case .ranged(_, let range): range
      case .read(let document, let index): document.range(Int(index))
      }
    }
    set { self = JSON(kind, range: newValue) }
  }

  /// The document that the value was read from, and the index of its token; nil for a value that was made in code.
  package var token: (document: Document, index: Int)? {
    if case .read(let document, let index) = storage { (document, Int(index)) } else { nil }
  }

  /// The type of a value, without its contents.
  package enum Shape: String { case null, boolean, number, string, array, object }

  package var shape: Shape {
    switch storage {
    case .read(let document, let index):
      switch document.tokens[Int(index)].kind {
      case .null: .null
      case .false, .true: .boolean
      case .number: .number
      case .string, .escapedString: .string
      case .array: .array
      case .object: .object
      }
    case .made(let kind), .ranged(let kind, _):
      switch kind {
      case .null: .null
      case .bool: .boolean
      case .number: .number
      case .string: .string
      case .array: .array
      case .object: .object
      }
    }
  }

  /// The name of the type, as in JSON Schema and `$type`: `null`, `boolean`, `number`, `string`, `array` or `object`.
  public var typeName: String { shape.rawValue }

  /// Whether the value is null.
  public var isNull: Bool { if case .null = shape { true } else { false } }
  /// The boolean; nil if the value is not a boolean.
  public var bool: Bool? { if case .boolean = shape, case .bool(let bool) = kind { bool } else { nil } }
  /// The number; nil if the value is not a number.
  public var number: JSON.Number? { if case .number = shape, case .number(let number) = kind { number } else { nil } }
  /// The number as an Int; nil if the value is not a whole number that fits.
  package var int: Int? { plainInt ?? number?.int }
  /// The number as a Double; nil if the value is not a number.
  package var double: Double? { plainInt.map(Double.init) ?? number?.double }
  private var plainInt: Int? {
    if case .read(let document, let index) = storage { document.plainInt(Int(index)) } else { nil }
  }
  /// The string; nil if the value is not a string.
  public var string: String? { if case .string = shape, case .string(let string) = kind { string } else { nil } }
  /// The string as UTF-8; nil if the value is not a string.
  var utf8OfString: [UInt8]? {
    guard case .string = shape, case .read(let document, let index) = storage else {
      return string.map { Array($0.utf8) }
    }
    let token = document.tokens[Int(index)]
    return token.kind == .string ? Array(document.bytes[token.content]) : document.bytes.unescaped(token.content)
  }
  /// The elements; nil if the value is not an array.
  public var array: [JSON]? { if case .array = shape, case .array(let elements) = kind { elements } else { nil } }
  /// The members; nil if the value is not an object.
  public var object: JSON.Object? { if case .object = shape, case .object(let object) = kind { object } else { nil } }

  /// Whether the value is an object. This is cheaper than making its members.
  package var isObject: Bool { if case .object = shape { true } else { false } }
  package var isArray: Bool { if case .array = shape { true } else { false } }

  /// The number of elements or members; 0 if the value is neither an array nor an object.
  package var count: Int {
    switch storage {
    case .made(.array(let elements)), .ranged(.array(let elements), _): elements.count
    case .made(.object(let object)), .ranged(.object(let object), _): object.members.count
    case .made, .ranged: 0
    case .read(let document, let index): document.tokens[Int(index)].isContainer ? document.count(Int(index)) : 0
    }
  }

  /// The member with a name; nil if the value is not an object or has no such member.
  public subscript(name: String) -> JSON? {
    guard case .read(let document, let index) = storage else { return object?[name] }
    return document.name(name, in: Int(index)).map { document.value($0 + 1) }
  }

  /// The name and value of the only member; nil if the value is not an object with exactly one member.
  package var onlyMember: (name: String, value: JSON)? {
    guard isObject, count == 1 else { return nil }
    guard case .read(let document, let index) = storage else {
      return object?.members.first.map { ($0.name, $0.value) }
    }
    let name = Int(index) + 2
    return (document.bytes.string(document.tokens[name]), document.value(name + 1))
  }

  /// What is inside of `$optional`, or else the value itself.
  package var withoutOptional: JSON {
    guard let only = onlyMember, only.name == "$optional" else { return self }
    return only.value
  }

  /// The same value with everything inside it already made, for a value that is used many times.
  package var unfolded: JSON {
    guard case .read(let document, let index) = storage else { return self }
    return document.unfolded(Int(index))
  }
}

// Equality follows JSON: numbers by decimal value, objects without order. The place of a value does not matter.
extension JSON: Equatable {
  /// Returns whether two values are equal as JSON: numbers by decimal value, objects without order.
  public static func == (a: JSON, b: JSON) -> Bool {
    if case .read(let document, let index) = a.storage, case .read(let other, let place) = b.storage {
      return document.isEqual(Int(index), to: other, Int(place))
    }
    return switch (a.kind, b.kind) {
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

extension JSON:
  ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral, ExpressibleByStringLiteral, ExpressibleByArrayLiteral,
  ExpressibleByDictionaryLiteral
{
  /// Creates a boolean.
  public init(booleanLiteral value: Bool) { self.init(.bool(value)) }
  /// Creates a number.
  public init(integerLiteral value: Int) { self.init(.number(JSON.Number(value))) }
  /// Creates a string.
  public init(stringLiteral value: String) { self.init(.string(value)) }
  /// Creates an array.
  public init(arrayLiteral elements: JSON...) { self.init(.array(elements)) }
  /// Creates an object whose members keep the given order.
  public init(dictionaryLiteral elements: (String, JSON)...) {
    self.init(.object(JSON.Object(elements.map { JSON.Object.Member(name: $0, value: $1) })))
  }

  /// JSON null.
  public static let null = JSON(.null)
  /// Returns a string.
  public static func string(_ value: String) -> JSON { JSON(.string(value)) }
  /// Returns a number.
  public static func number(_ value: Int) -> JSON { JSON(.number(JSON.Number(value))) }
  /// Returns an array.
  public static func array(_ elements: [JSON]) -> JSON { JSON(.array(elements)) }
  /// Returns an object whose members keep the given order.
  public static func object(_ members: [(String, JSON)]) -> JSON {
    JSON(.object(JSON.Object(members.map { JSON.Object.Member(name: $0, value: $1) })))
  }
  /// Creates a string, or null if there is none.
  package init(orNull text: String?) { self = text.map(JSON.string) ?? .null }
  /// Creates an object of the members that have a value, in the given order.
  package init(members: KeyValuePairs<String, JSON?>) { self = .object(Self.members(members)) }
  /// Returns the members that have a value, in the given order.
  package static func members(_ all: KeyValuePairs<String, JSON?>) -> [(String, JSON)] {
    all.compactMap { name, value in value.map { (name, $0) } }
  }
}
