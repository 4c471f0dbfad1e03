import Foundation

extension RequestShape {
  /// Returns a request that matches, as far as one can be found, for people to start from.
  ///
  /// - Parameter addresses: The base URLs of the contract.
  package func example(at addresses: Addresses) -> CapturedRequest {
    DeepStack.run {
      let body = body.flatMap { Self.example($0.value) }
      var headers = headers.flatMap { one in
        one.patterns.compactMap { $0.exampleText.map { Headers.Line(one.name, $0) } }
      }
      let typed = headers.firstIndex { $0.name.isSameName("Content-Type") }
      if let typed, headers[typed].value.isSameName("multipart/form-data") {
        headers[typed].value += "; boundary=\(Self.boundary)"
      } else if typed == nil, otherHeaders == .allowed, let type = body?.type {
        headers.insert(.init("Content-Type", type), at: 0)
      }
      return CapturedRequest(
        method: method.value, url: addresses.base(of: self).text + exampleTarget, headers: Headers(headers),
        body: body?.bytes)
    }
  }

  private var exampleTarget: String {
    let path = path(filledWith: \.exampleText)
    let items = Self.items(query)
    return items.isEmpty ? path : "\(path.isEmpty ? "/" : path)?\(items)"
  }

  /// Returns items as a query or a form has them.
  private static func items(_ all: [Named]) -> String {
    let items = all.flatMap { one in
      one.patterns.compactMap { $0.example.map { "\(one.name.encodedItem)=\(one.sent($0))" } }
    }
    return items.joined(separator: "&")
  }

  // MARK: Bodies

  /// Returns a body with the Content-Type that it needs; nil if there is none.
  private static func example(_ body: Body) -> (bytes: [UInt8], type: String?)? {
    switch body {
    case .json(let pattern): pattern.example.map { (Array($0.text.utf8), "application/json") }
    case .text(let pattern): pattern.exampleText.map { (Array($0.utf8), "text/plain; charset=utf-8") }
    case .bytes(let bytes, _): (bytes, nil)
    case .any: nil
    case .optional(let inner): example(inner)
    case .form(let fields, _): (Array(items(fields).utf8), "application/x-www-form-urlencoded")
    case .multipart(let parts):
      (parts.flatMap(example) + Array("--\(boundary)--\r\n".utf8), "multipart/form-data; boundary=\(boundary)")
    case .jsonLines(let lines):
      (Array(lines.compactMap(\.example).map { $0.text + "\n" }.joined().utf8), "application/x-ndjson")
    }
  }

  private static let boundary = "example"

  /// Returns a part with the boundary before it (RFC 7578, section 4).
  private static func example(_ part: Part) -> [UInt8] {
    let body = part.body.flatMap { example($0.value) }
    var head = "--\(boundary)\r\nContent-Disposition: form-data"
    for (name, pattern) in [("name", part.name), ("filename", part.filename)] {
      if let text = pattern?.exampleText { head += "; \(name)=\"\(text.replacing("\"", with: "%22"))\"" }
    }
    if let type = part.contentType?.exampleText ?? body?.type { head += "\r\nContent-Type: \(type)" }
    return Array("\(head)\r\n\r\n".utf8) + (body?.bytes ?? []) + Array("\r\n".utf8)
  }
}
