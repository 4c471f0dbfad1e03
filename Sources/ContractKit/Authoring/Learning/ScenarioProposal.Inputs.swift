import ContractCore
import Foundation

// What becomes of the input in requests.
extension ScenarioProposal {
  /// The texts of a scenario's input, and the requests of its calls.
  struct Inputs: Equatable {
    /// The texts by their places, as JSON pointers.
    var texts: [String: String]
    /// The places of those that no request has.
    var unsent: Set<String>
    var parts: Set<Part>
  }

  /// A part of a request, with a name for its place.
  struct Part: Hashable {
    var location: String
    var text: String
  }

  /// Returns what became of a scenario's input; nil if that cannot be seen.
  static func inputs(of scenario: Scenario, in contract: Contract, sent requests: [CapturedRequest]) -> Inputs? {
    // The request that a contract describes is not among them.
    guard !requests.isEmpty, requests.allSatisfy(\.isReadable), scenario.exchanges.allSatisfy({ $0.request == nil })
    else { return nil }
    let texts = scenario.input.texts(below: "").filter { !$0.text.isEmpty }
    let bases = [contract.baseURL.text] + contract.baseURLs.map(\.url.text)
    let sent = SentText(bases + requests.flatMap(\.texts), data: requests.compactMap(\.body))
    let parts = Set(requests.flatMap(\.parts))
    func isSent(_ text: String) -> Bool {
      sent.has(text)
        && (!requests.contains { $0.hasUnescaped(text) } || parts.contains { $0.text.contains(text) })
    }
    // What somebody types letter by letter is sent once it is complete.
    let unsent = texts.filter { one in
      !isSent(one.text) && !texts.contains { $0.text != one.text && $0.text.hasPrefix(one.text) }
    }
    return Inputs(
      texts: Dictionary(texts.map { ($0.pointer, $0.text) }) { $1 }, unsent: Set(unsent.map(\.pointer)),
      parts: parts)
  }

  /// Returns the places of the texts in the input that no scenario sends.
  package static func neverSent(in proposals: [ScenarioProposal]) -> Set<String> {
    let all = proposals.compactMap(\.inputs)
    let unsent = all.reduce(into: Set<String>()) { $0.formUnion($1.unsent) }
    return unsent.filter { pointer in !all.contains { $0.texts[pointer] != nil && !$0.unsent.contains(pointer) } }
  }

  /// Returns the places of the texts in the input that no request has, as JSON pointers, with the names of the scenarios
  /// if other scenarios send them.
  ///
  /// - Parameter proposals: The proposals for one contract.
  package static func unsentInputs(in proposals: [ScenarioProposal]) -> [(pointer: String, scenarios: [String])] {
    let all = proposals.compactMap { proposal in proposal.inputs.map { (scenario: proposal.scenario, inputs: $0) } }
    let unsent = all.reduce(into: Set<String>()) { $0.formUnion($1.inputs.unsent) }
    let exchanges = proposals.first?.contract.scenarios.map(\.exchanges.count).max() ?? 0
    return unsent.sorted().compactMap { pointer in
      let without = all.filter { $0.inputs.unsent.contains(pointer) }
      let with = all.filter { $0.inputs.texts[pointer] != nil && !$0.inputs.unsent.contains(pointer) }
      if with.isEmpty {
        // After an early error, a client does not send the rest. A key that signs is never sent, but a signature is.
        let isComplete = without.contains { $0.scenario.exchanges.count == exchanges }
        let isSecret = pointer.split(separator: "/").contains { Secrets.standard.isSecret(name: String($0)) }
        let signs = isSecret && without.contains { $0.inputs.hasSignature }
        return isComplete && !signs ? (pointer, []) : nil
      }
      // A client may leave out a default. It should not send another text in the place of this one.
      let names = without.filter { scenario, inputs in
        with.filter { $0.scenario.exchanges.count <= scenario.exchanges.count }.contains { other in
          other.inputs.parts.contains { part in
            part.isOwn(other.inputs.texts[pointer] ?? "")
              && inputs.parts.contains { $0.location == part.location && $0.text != part.text && !$0.text.isEmpty }
          }
        }
      }.map(\.scenario.name)
      return names.isEmpty ? nil : (pointer, names)
    }
  }

  /// Returns a note for each list of the input that requests have as one text, in which the separator is also in an
  /// element. A server reads other elements.
  static func unclearLists(in input: JSON, sent requests: [CapturedRequest]) -> [String] {
    let values = requests.flatMap(\.values)
    let separators = [",", ";", "|"].compactMap(ListSeparator.init)
    return input.lists().flatMap { pointer, list -> [String] in
      let elements = list.map(\.plainText)
      return separators.filter { separator in
        let joined = elements.joined(separator: separator.text)
        return elements.count > 1 && elements.contains { $0.contains(separator.text) }
          && values.contains { $0.text.isExactly(joined) && separator.elements(of: $0.sent) != elements }
      }.map { separator in
        "the list \(pointer.isEmpty ? "input" : pointer) is sent as one text that does not show which"
          + " \(JSON.string(separator.text).text) is in an element; a server reads other elements"
      }
    }
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

extension ScenarioProposal.Inputs {
  /// Whether the requests have something that can be made from a secret of the input: a part that has no text of the
  /// input, and the name or the form of a secret.
  fileprivate var hasSignature: Bool {
    parts.contains { part in
      let name = String(part.location.split { " ?/".contains($0) }.last ?? "")
      guard name != "cookie", Secrets.standard.isSecret(name: name) || Secrets.isRandom(part.text) else { return false }
      return !texts.values.contains(where: SentText([part.text]).has)
    }
  }
}

extension ScenarioProposal.Part {
  /// Whether the part has a text, and a short text alone.
  fileprivate func isOwn(_ value: String) -> Bool {
    SentText([text]).has(value) && (value.count > 2 || text.count <= value.count)
  }
}

extension JSON {
  /// The texts in a value, each with its place.
  fileprivate func texts(below pointer: String) -> [(pointer: String, text: String)] {
    string.map { [(pointer, $0)] } ?? children.flatMap { $0.value.texts(below: pointer + JSONPointer.step($0.name)) }
  }
}

extension CapturedRequest {
  /// Whether everything that the client says in it can be seen.
  fileprivate var isReadable: Bool { !unobserved.contains("body") && headers["Content-Encoding"] == nil }

  /// The values of its query and its form.
  fileprivate var values: [Form.Value] {
    [RequestURL(url)?.query.map { Form($0.utf8) }, form].compactMap(\.self).flatMap { form in
      form.names.flatMap { form[$0] }
    }
  }

  /// Everything in which a text of the input may be, as it was sent.
  fileprivate var texts: [String] {
    [method, url] + headers.lines.flatMap { [$0.name, $0.value] } + SentText.texts(body ?? []) + bodyTexts.map(\.text)
  }

  private var bodyTexts: [(pointer: String, text: String)] {
    body.flatMap { JSON.parse($0) }?.unfolded.texts(below: "") ?? []
  }

  /// The parts in which clients send texts of the input.
  fileprivate var parts: [ScenarioProposal.Part] {
    guard let url = RequestURL(url) else { return [] }
    let segments = url.path.split(separator: "/", omittingEmptySubsequences: false)
    let query = Form((url.query ?? "").utf8)
    let path = segments.indices.map { (segments[..<$0].joined(separator: "/") + "/…", Self.decoded(segments[$0])) }
    let items = query.names.flatMap { name in query[name].map { ("\(url.path)?\(name)", $0.text) } }
    let fields = form.map { form in
      form.names.flatMap { name in form[name].map { ("\(url.path) form \(name)", $0.text) } }
    }
    let lines = headers.lines.map { ("\(url.path) \($0.name.lowercased())", $0.value) }
    let body = bodyTexts.map { ("\(url.path) body \($0.pointer)", $0.text) }
    let rest = body.isEmpty ? fields ?? [("\(url.path) body", String(decoding: self.body ?? [], as: UTF8.self))] : []
    return (path + items + lines + body + rest).map { ScenarioProposal.Part(location: "\(method) \($0)", text: $1) }
  }

  /// Returns whether the request has what a server reads if the client puts a text into a URL or a form without escapes:
  /// `&` ends the value, `+` means a space, and `#` ends the URL.
  fileprivate func hasUnescaped(_ text: String) -> Bool {
    guard let url = RequestURL(url) else { return false }
    if let end = text.firstIndex(of: "#"), end > text.startIndex {
      let target = Self.decoded(url.path) + (url.query.map { "?" + Self.decoded($0) } ?? "")
      if ["/", "="].contains(where: { target.hasSuffix($0 + text[..<end]) }) { return true }
    }
    guard text.contains("&") || text.contains("+") else { return false }
    let read = Form("=\(text)".utf8)
    return [url.query.map { Form($0.utf8) }, form].compactMap(\.self).contains { sent in
      read.names.allSatisfy { name in
        let values = (name.isEmpty ? sent.names : [name]).flatMap { sent[$0].map(\.text) }
        return read[name].allSatisfy { values.contains($0.text) }
      }
    }
  }

  private var form: Form? { RequestProposal.Content(self).form }

  private static func decoded(_ text: Substring) -> String {
    String(decoding: PercentText.bytes(PercentText(text.utf8).units[...]), as: UTF8.self)
  }
}
