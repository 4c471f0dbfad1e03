import Foundation

// The forms that several messages share, as values to be written; `MessagePart` reads them.
extension JSON {
  /// A message: an object with one member, which is itself an object.
  static func message(_ name: String, _ members: [(String, JSON)]) -> JSON { .object([(name, .object(members))]) }

  static func strings(_ strings: [String]) -> JSON { .array(strings.map { .string($0) }) }

  /// A number of seconds; nil if JSON has no such number.
  static func seconds(_ seconds: Double) -> JSON? { JSON.Number(seconds).map { JSON(.number($0)) } }

  /// A body: text if it is UTF-8, else base64.
  static func body(_ bytes: [UInt8]) -> JSON {
    if let text = String(validating: bytes, as: UTF8.self) { return ["text": .string(text)] }
    return ["base64": .string(Data(bytes).base64EncodedString())]
  }
}

extension Headers {
  /// A string for each name, or a list for a name that is there several times.
  var json: JSON {
    .object(byName.map { name, values in (name, values.count == 1 ? .string(values[0]) : .strings(values)) })
  }
}
