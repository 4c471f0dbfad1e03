import ContractCore

extension ImportedResponse {
  /// The same response with its body as JSON or text if it is that, because people read it, and secrets are found in it.
  var readable: ImportedResponse {
    var response = self
    response.body = typed(body)
    return response
  }

  /// Whether the Content-Type is that of JSON (RFC 6839, section 3.1).
  var isJSON: Bool { MediaType.isJSON(name: MediaType.name(of: headers["Content-Type"])) }

  /// Returns a body as JSON or text if it is that.
  private func typed(_ body: ImportedResponse.Body?) -> ImportedResponse.Body? {
    switch body {
    case .bytes(let bytes):
      if bytes.isEmpty { return nil }
      guard let text = String(validating: bytes, as: UTF8.self), !text.unicodeScalars.contains(where: \.isBinary) else {
        return body
      }
      return typed(.text(text))
    case .text(let text):
      if text.isEmpty { return nil }
      if isJSON, let json = JSON.parse(text) { return .json(json) }
      return body
    default: return body
    }
  }
}

extension Unicode.Scalar {
  /// Whether a text with this character is probably not meant to be read.
  fileprivate var isBinary: Bool { value < 0x20 && value != 0x09 && value != 0x0A && value != 0x0D }
}
