import ContractCore

/// The body of a recorded request.
struct HARBody {
  /// The member `body` of a request.
  let body: JSON
  /// What the driver gets; nil if the body is not readable.
  let input: JSON?

  /// Reads `postData`. Nil for no body, and for one that is lost.
  ///
  /// - Parameters:
  ///   - content: What it has of the body as a text.
  ///   - type: The Content-Type that was sent; nil if none was.
  init?(_ value: ImportValue, _ content: HARContent, type: String?) {
    value.leaveOut("comment", "encoding")
    if let file = value["_file"], file.json.string?.isEmpty == false {
      file.lose("the body of the request is in another file; record it with content: \"embed\"")
      value.consume()
      (body, input) = (["$any": true], nil)
      return
    }
    value.leaveOut(prefix: "_")
    let mimeType = value["mimeType"]?.stringUnlessNull
    let type = (type ?? mimeType ?? "").lowercased()
    let written = value["text"]?.stringUnlessNull ?? ""
    let text = if case .whole(let bytes) = content { String(validating: bytes, as: UTF8.self) } else { String?.none }
    let parameters = value["params"]
    // The parts of a multipart body are only described by the parameters.
    let hasParts = type.hasPrefix("multipart/") && parameters?.json.count ?? 0 > 0
    if !written.isEmpty, !hasParts {
      parameters?.consume()
      guard let text else { return nil }
      if type.contains("json"), let json = JSON.parse(text) {
        (body, input) = (["json": json.asPattern], json)
      } else if type.hasPrefix("application/x-www-form-urlencoded") {
        let items = ImportedRequest.items(text)
        (body, input) = (["form": .object(items)], .object(items))
      } else if type.hasPrefix("multipart/") {
        value.lose("the parts of a recorded multipart body are not described")
        (body, input) = (["$any": true], nil)
      } else {
        (body, input) = (["text": .string(text)], .string(text))
      }
      return
    }
    let elements = parameters?.elements ?? []
    if elements.isEmpty { return nil }
    var texts: [(name: String, text: JSON)] = []
    var parts: [JSON] = []
    for element in elements {
      element.leaveOut("comment")
      guard let name = element["name"]?.string else { continue }
      let content = element["value"]?.stringUnlessNull
      let file = element["fileName"]?.stringUnlessNull
      let partType = element["contentType"]?.stringUnlessNull
      texts.append((name, .string(content ?? "")))
      var part: [(String, JSON)] = [("name", .string(name))]
      if let file { part.append(("filename", .string(file))) }
      if let partType { part.append(("contentType", .string(partType))) }
      // The content of a file is usually not recorded.
      part.append(("body", file == nil ? ["text": .string(content ?? "")] : ["$any": true]))
      parts.append(.object(part))
    }
    let fields = JSON.object(texts.grouped(by: \.name).map { ($0, .arrayUnlessOne($1.map(\.text))) })
    body = type.hasPrefix("multipart/") ? ["multipart": .array(parts)] : ["form": fields]
    input = fields
  }
}
