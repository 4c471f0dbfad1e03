import ContractCore
import Foundation

/// The body of a request or an answer in a Pact file.
struct PactContent {
  enum Value {
    case none
    case json(JSON)
    case text(String)
    case bytes([UInt8])
  }

  let value: Value
  /// The Content-Type that the body itself names; nil if it names none.
  let type: String?
  let isForm: Bool

  /// Reads a body: JSON in versions 1 to 3, and an object with `content` in version 4.
  init(_ body: ImportValue, type header: String?, isVersion4: Bool) {
    let isVersion4 = isVersion4 && body.json.isObject
    let content: JSON
    var encoding = ""
    if isVersion4 {
      content = body["content"]?.whole ?? .null
      let encoded = body["encoded"]
      encoding = (encoded?.json.string ?? (encoded?.json.bool == true ? "base64" : "")).lowercased()
      encoded?.consume()
      body.leaveOut("contentTypeHint")
      // "*/*" says nothing.
      type = body["contentType"]?.string.flatMap { $0.contains("*") ? nil : $0 }
    } else {
      content = body.whole
      type = nil
    }
    let plain = MediaType.name(of: header ?? type)
    isForm = plain == "application/x-www-form-urlencoded"
    let isJSON = plain.isEmpty || plain.contains("json")
    switch content.kind {
    case .null: value = .none
    case .string(let text):
      if encoding == "base64", Data(base64Encoded: text) == nil {
        body.note("the body is not base64; it is taken as text")
      }
      if encoding == "base64", let data = Data(base64Encoded: text) {
        let bytes = Array(data)
        if isJSON, let json = JSON.parse(bytes) { value = .json(json) } else { value = .bytes(bytes) }
      } else if encoding == "json", let json = JSON.parse(text) {
        value = .json(json)
      } else if text.isEmpty {
        value = .none
      } else {
        value = isJSON && !plain.isEmpty ? .json(content) : .text(text)
      }
    default: value = .json(content)
    }
  }
}
