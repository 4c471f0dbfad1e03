import Foundation

// What becomes of the input in requests.
extension ScenarioProposal {
  /// Returns the places of the texts in an input, by whether any of some requests has them.
  static func inputs(of scenario: Scenario, in requests: [CapturedRequest]) -> (sent: Set<String>, unsent: Set<String>)
  {
    if requests.isEmpty { return ([], []) }
    let texts = requests.flatMap(\.texts).map { $0.lowercased() }
    var (sent, unsent): (Set<String>, Set<String>) = ([], [])
    for (pointer, text) in scenario.input.texts(below: "") where !text.isEmpty {
      // Headers and hosts are compared in any case, and nobody means less by a note.
      if texts.contains(where: { $0.contains(text.lowercased()) }) {
        sent.insert(pointer)
      } else {
        unsent.insert(pointer)
      }
    }
    return (sent, unsent)
  }

  /// The names of the headers that accept every version of the client.
  package var headersWithVersions: [String] {
    requests.values.flatMap { request in
      (request["headers"]?.object?.members ?? []).filter { header in
        header.value["$regex"]?.string?.contains(RequestProposal.anyVersion) == true
      }.map(\.name)
    }
  }
}

extension JSON {
  /// The texts in a value, each with its place.
  fileprivate func texts(below pointer: String) -> [(pointer: String, text: String)] {
    switch kind {
    case .string(let text): [(pointer, text)]
    case .array(let elements):
      elements.enumerated().flatMap { $0.element.texts(below: "\(pointer)/\($0.offset)") }
    case .object(let object):
      object.members.flatMap { $0.value.texts(below: pointer + JSONPointer.step($0.name)) }
    case .null, .bool, .number: []
    }
  }
}

extension CapturedRequest {
  /// Everything in which a text of the input may be: as it was sent, and decoded.
  fileprivate var texts: [String] {
    let body = String(decoding: body ?? [], as: UTF8.self)
    let values = headers.lines.map(\.value)
    let words = values.flatMap { $0.split(separator: " ").map(String.init) } + [body]
    let decoded = words.compactMap { Data(base64Encoded: $0).flatMap { String(validating: $0, as: UTF8.self) } }
    let inJSON = (self.body.flatMap { JSON.parse($0) }?.unfolded.texts(below: "") ?? []).map(\.text)
    let plain = [url, body].map { $0.replacing("+", with: " ") }
    return [method, url, body] + (plain + [url]).compactMap(\.removingPercentEncoding) + values + decoded + inJSON
  }
}
