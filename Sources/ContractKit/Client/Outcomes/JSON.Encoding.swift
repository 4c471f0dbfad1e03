import Foundation

extension JSON {
  /// Creates the JSON of a client's result, as docs/contract-format.md describes.
  ///
  /// JSONEncoder encodes `Encodable` values. Dates are ISO 8601, and NaN and the infinities are strings. A result that
  /// is itself Data becomes `{"base64": …}`. No value and nil become null. Reflection describes all other values.
  ///
  /// - Throws: The error that the value's own `encode(to:)` throws.
  public init<Value>(encoding value: Value) throws {
    guard let value = unwrapped(value) else {
      self = .null
      return
    }
    if value is Void {
      self = .null
    } else if let data = value as? Data {
      self = ["base64": .string(data.base64EncodedString())]
    } else if let value = value as? any Encodable {
      try self.init(withEncoder: value)
    } else {
      let reflection = Reflection()
      self = reflection.json(value, depth: 0) ?? .null
      let why =
        reflection.isExhausted
        ? "it stores more than \(Reflection.valueLimit) values" : reflection.isTooDeep ? Self.tooDeep : nil
      if let why {
        throw EncodingError.invalidValue(value, EncodingError.Context(codingPath: [], debugDescription: why))
      }
    }
  }

  /// Creates the JSON that JSONEncoder writes for a value, with its members sorted by name.
  init(withEncoder value: some Encodable) throws {
    let encoder = JSONEncoder()
    encoder.dateEncodingStrategy = .iso8601
    encoder.nonConformingFloatEncodingStrategy = .convertToString(
      positiveInfinity: "Infinity", negativeInfinity: "-Infinity", nan: "NaN")
    // JSONEncoder's own order of members differs from run to run.
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    let bytes = try encoder.encode(value).withUnsafeBytes { Array($0) }
    // Not null: the client never had that result. Each level takes at least two bytes.
    var diagnostics: [Diagnostic] = []
    let read = JSON.parse(Source(path: "", bytes: bytes), diagnostics: &diagnostics)
    var why = diagnostics.first.map { "it cannot be read as JSON: \($0.message)" }
    if let read, bytes.count >= 2 * Self.resultDepthLimit, read.nests(deeperThan: Self.resultDepthLimit) {
      why = Self.tooDeep
    }
    guard let read, why == nil else {
      let context = EncodingError.Context(codingPath: [], debugDescription: why ?? "it is not JSON")
      throw EncodingError.invalidValue(value, context)
    }
    self = read
  }

  /// How deep a result may nest. In its message it stands four levels deeper, and the message may not exceed the limit
  /// of JSON.
  static let resultDepthLimit = depthLimit - 8
  private static let tooDeep = "it is nested deeper than \(resultDepthLimit) levels"

  func nests(deeperThan limit: Int) -> Bool {
    switch kind {
    case .array(let elements): limit == 0 || elements.contains { $0.nests(deeperThan: limit - 1) }
    case .object(let object): limit == 0 || object.members.contains { $0.value.nests(deeperThan: limit - 1) }
    default: false
    }
  }
}

/// Returns the value without the optionals around it, or nil if one of them is nil.
func unwrapped(_ value: Any) -> Any? {
  guard let optional = value as? any OptionalValue else { return value }
  return optional.content.flatMap(unwrapped)
}

func isOptional(_ type: Any.Type) -> Bool { type is any OptionalValue.Type }

/// `Optional`, whatever it holds.
private protocol OptionalValue {
  var content: Any? { get }
}

extension Optional: OptionalValue {
  fileprivate var content: Any? { map { $0 as Any } }
}
