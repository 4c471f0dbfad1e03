import ContractCore
import Foundation

/// The body of a request or an answer in a Pact file.
struct PactContent {
  let body: ImportedResponse.Body?
  /// The Content-Type that the body itself names; nil if it names none.
  let type: String?
  let isForm: Bool

  /// Reads a body: JSON in versions 1 to 3, and an object with `content` in version 4.
  init(_ value: ImportValue, type header: String?, isVersion4: Bool) {
    let isVersion4 = isVersion4 && value.json.isObject
    let content: JSON
    var encoding = ""
    if isVersion4 {
      content = value["content"]?.whole ?? .null
      let encoded = value["encoded"]
      encoding = (encoded?.json.string ?? (encoded?.json.bool == true ? "base64" : "")).lowercased()
      encoded?.consume()
      value.leaveOut("contentTypeHint")
      // "*/*" says nothing.
      type = value["contentType"]?.string.flatMap { $0.contains("*") ? nil : $0 }
    } else {
      content = value.whole
      type = nil
    }
    let plain = MediaType.name(of: header ?? type)
    isForm = plain == "application/x-www-form-urlencoded"
    let isJSON = plain.isEmpty || plain.contains("json")
    switch content.kind {
    case .null: body = nil
    case .string(let text):
      if encoding == "base64", Data(base64Encoded: text) == nil {
        value.note("the body is not base64; it is taken as text")
      }
      if encoding == "base64", let data = Data(base64Encoded: text) {
        let bytes = Array(data)
        if isJSON, let json = JSON.parse(bytes) { body = .json(json) } else { body = .bytes(bytes) }
      } else if !isVersion4, let bytes = Self.binary(text, plain) {
        body = .bytes(bytes)
      } else if encoding == "json", let json = JSON.parse(text) {
        body = .json(json)
      } else if text.isEmpty {
        body = nil
      } else {
        body = isJSON && !plain.isEmpty ? .json(content) : .text(text)
      }
    default: body = .json(content)
    }
  }

  /// Returns the bytes of a body of the versions 1 to 3 that is base64, because it is not UTF-8. Only its type and its
  /// text show that it is.
  private static func binary(_ text: String, _ type: String) -> [UInt8]? {
    if type.isEmpty || type.hasPrefix("text/") || ["json", "xml", "form"].contains(where: type.contains) { return nil }
    guard let bytes = Data(base64Encoded: text).map({ Array($0) }) else { return nil }
    return String(validating: bytes, as: UTF8.self) == nil ? bytes : nil
  }
}
