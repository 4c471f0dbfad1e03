import ContractCore

/// The bodies of recorded requests.
enum HARBody {
  /// Reads `postData`: the member `body` of a request, and what the driver gets; nil for that if the body is not
  /// readable. Nil for no body, and for one that is lost.
  ///
  /// - Parameters:
  ///   - content: What it has of the body as a text.
  ///   - type: The Content-Type that was sent; nil if none was.
  static func read(_ value: ImportValue, _ content: HARContent, type: String?) -> (body: JSON, input: JSON?)? {
    value.leaveOut("comment", "encoding")
    if let file = value["_file"], file.json.string?.isEmpty == false {
      file.lose("the body of the request is in another file; record it with content: \"embed\"")
      value.consume()
      return (["$any": true], nil)
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
        return (["json": json.asPattern], json)
      }
      if type.hasPrefix("application/x-www-form-urlencoded") {
        let items = JSON.object(ImportedRequest.items(text))
        return (["form": items], items)
      }
      if !type.hasPrefix("multipart/") { return (["text": .string(text)], .string(text)) }
      value.lose("the parts of a recorded multipart body are not described")
      return (["$any": true], nil)
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
    return (type.hasPrefix("multipart/") ? ["multipart": .array(parts)] : ["form": fields], fields)
  }
}
