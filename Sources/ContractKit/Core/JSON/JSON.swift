/// A JSON value (RFC 8259) that knows where it was written.
///
/// Numbers keep their digits and objects their order, so that what a contract says is what is compared and sent.
public struct JSON: Sendable {
  /// What a value is.
  public enum Kind: Sendable {
    case null
    case bool(Bool)
    case number(JSON.Number)
    case string(String)
    case array([JSON])
    case object(JSON.Object)
  }

  /// A value that code made, or one that was read: then everything about it is found when somebody asks.
  enum Storage: Sendable {
    case made(Kind, SourceRange?)
    case read(Document, UInt32)
  }

  private(set) var storage: Storage

  /// Makes a value that no file wrote.
  public init(_ kind: Kind) { storage = .made(kind, nil) }

  /// Makes a value that was read at a place.
  package init(_ kind: Kind, range: SourceRange?) { storage = .made(kind, range) }

  /// Makes the value of a document's token.
  init(_ document: Document, _ index: Int) { storage = .read(document, UInt32(truncatingIfNeeded: index)) }

  /// What the value is. Of a value that was read, strings and elements are made each time: ask once.
  public var kind: Kind {
    get {
      switch storage {
      case .made(let kind, _): kind
      case .read(let document, let index): document.kind(Int(index))
      }
    }
    set { storage = .made(newValue, range) }
  }

  /// Where the value was read; nil for values made by code.
  package var range: SourceRange? {
    get {
      switch storage {
      case .made(_, let range): range
      case .read(let document, let index): document.range(Int(index))
      }
    }
    set { storage = .made(kind, newValue) }
  }

  /// What a value is, without what is in it.
  enum Shape { case null, bool, number, string, array, object }

  var shape: Shape {
    switch storage {
    case .read(let document, let index):
      switch document.tokens[Int(index)].kind {
      case .null: .null
      case .false, .true: .bool
      case .number: .number
      case .string, .escapedString: .string
      case .array: .array
      case .object: .object
      }
    case .made(let kind, _):
      switch kind {
      case .null: .null
      case .bool: .bool
      case .number: .number
      case .string: .string
      case .array: .array
      case .object: .object
      }
    }
  }

  /// The type's name as JSON Schema and `$type` write it: `null`, `boolean`, `number`, `string`, `array`, `object`.
  public var typeName: String {
    switch shape {
    case .null: "null"
    case .bool: "boolean"
    case .number: "number"
    case .string: "string"
    case .array: "array"
    case .object: "object"
    }
  }

  /// Whether this is null.
  public var isNull: Bool { shape == .null }
  /// The boolean; nil where this is none.
  public var bool: Bool? {
    switch storage {
    case .made(.bool(let bool), _): bool
    case .made: nil
    case .read(let document, let index): document.bool(Int(index))
    }
  }
  /// The number; nil where this is none.
  public var number: JSON.Number? {
    switch storage {
    case .made(.number(let number), _): number
    case .made: nil
    case .read(let document, let index): document.number(Int(index))
    }
  }
  /// The number as a machine's, as far as it takes no making of digits; nil says nothing.
  package var plainInt: Int? {
    guard case .read(let document, let index) = storage else { return nil }
    return document.plainInt(Int(index))
  }
  /// The string; nil where this is none.
  public var string: String? {
    switch storage {
    case .made(.string(let string), _): string
    case .made: nil
    case .read(let document, let index): document.string(Int(index))
    }
  }
  /// The elements; nil where this is no array.
  public var array: [JSON]? {
    switch storage {
    case .made(.array(let elements), _): elements
    case .made: nil
    case .read(let document, let index): document.elements(Int(index))
    }
  }
  /// The members; nil where this is no object.
  public var object: JSON.Object? {
    switch storage {
    case .made(.object(let object), _): object
    case .made: nil
    case .read(let document, let index): document.object(Int(index))
    }
  }

  /// Whether this is an object, which takes less than to make its members.
  package var isObject: Bool { shape == .object }
  /// Whether this is an array.
  package var isArray: Bool { shape == .array }

  /// How many elements or members there are; 0 where this is no array and no object.
  package var count: Int {
    switch storage {
    case .made(.array(let elements), _): elements.count
    case .made(.object(let object), _): object.members.count
    case .made: 0
    case .read(let document, let index): document.tokens[Int(index)].isContainer ? document.count(Int(index)) : 0
    }
  }

  /// The member of an object; nil where this is no object or has none of that name.
  public subscript(name: String) -> JSON? {
    guard case .read(let document, let index) = storage else { return object?[name] }
    return document.name(name, in: Int(index)).map { document.value($0 + 1) }
  }

  /// The same value with everything in it made, where it was read: for what is going to be asked many times.
  package var unfolded: JSON {
    guard case .read(let document, let index) = storage else { return self }
    return document.unfolded(Int(index))
  }
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

extension JSON:
  ExpressibleByNilLiteral, ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral, ExpressibleByStringLiteral,
  ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
  /// Makes null.
  public init(nilLiteral: ()) { self.init(.null) }
  /// Makes a boolean.
  public init(booleanLiteral value: Bool) { self.init(.bool(value)) }
  /// Makes a number.
  public init(integerLiteral value: Int) { self.init(.number(JSON.Number(value))) }
  /// Makes a string.
  public init(stringLiteral value: String) { self.init(.string(value)) }
  /// Makes an array.
  public init(arrayLiteral elements: JSON...) { self.init(.array(elements)) }
  /// Makes an object, its members in the order given.
  public init(dictionaryLiteral elements: (String, JSON)...) {
    self.init(.object(JSON.Object(elements.map { JSON.Object.Member(name: $0, value: $1) })))
  }

  /// Makes a string.
  public static func string(_ value: String) -> JSON { JSON(.string(value)) }
  /// Makes a number.
  public static func number(_ value: Int) -> JSON { JSON(.number(JSON.Number(value))) }
  /// Makes an array.
  public static func array(_ elements: [JSON]) -> JSON { JSON(.array(elements)) }
  /// Makes an object, its members in the order given.
  public static func object(_ members: [(String, JSON)]) -> JSON {
    JSON(.object(JSON.Object(members.map { JSON.Object.Member(name: $0, value: $1) })))
  }
}
