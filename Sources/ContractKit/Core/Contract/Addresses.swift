/// The base URLs of one run of a scenario: where its requests go, and what `{{baseURL}}` stands for.
///
/// In memory, they are the URLs that the contract names. On loopback, they are the URLs of the call's own listeners.
package struct Addresses: Sendable {
  /// The contract's `baseURL`.
  package var base: BaseURL
  /// The contract's `baseURLs`, by name.
  package var named: [String: BaseURL] = [:]
  /// A host that the contract does not name; nil unless a variation leads to it.
  @Rare package var anotherHost: BaseURL? = nil

  /// Returns the base URL with this name, or nil if there is none. Without a name, returns `base`.
  package subscript(name: String?) -> BaseURL? {
    guard let name else { return base }
    return named[name]
  }

  /// Returns the base URL that a request of this shape must go to: the one that the shape names, or `base`.
  package func base(of shape: RequestShape) -> BaseURL { self[shape.base?.value] ?? base }

  /// Returns the base URL at which an exchange is.
  package func base(of exchange: Exchange) -> BaseURL { exchange.request.map(base(of:)) ?? base }

  /// Returns the base URLs as a scenario has them: with the path that its variation adds.
  package func of(_ scenario: Scenario) -> Addresses {
    let path = scenario.addedBasePath
    if path.isEmpty { return self }
    return copy(of: self) {
      $0.base = base.adding(path: path)
      $0.named = named.mapValues { $0.adding(path: path) }
    }
  }

  /// A `{{baseURL}}` or `{{baseURL.NAME}}` in a text.
  package struct Placeholder: Sendable, Equatable {
    /// The bytes of the text that the placeholder takes.
    package var bytes: Range<Int>
    /// The name of the base URL; nil for `baseURL`.
    package var name: String?
  }

  /// Whether a text can name a base URL: whether it can stand unescaped in any JSON string, between `{{baseURL.` and
  /// `}}`.
  package static func isName(_ text: String) -> Bool {
    !text.isEmpty
      && text.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F && !#"{}"\"#.utf8.contains($0) }
      && AnotherHost.Form(placeholder: text) == nil
  }

  private static let opening = Array("{{baseURL".utf8)
  private static let closing = UInt8(ascii: "}")

  /// Returns every placeholder in a text, in order. Any other `{{` is plain text.
  ///
  /// - Parameter text: The text, in UTF-8.
  package static func placeholders(in text: some Collection<UInt8>) -> [Placeholder] {
    // Scanned by hand: making a regular expression costs more than reading a whole contract, and most texts have no
    // brace.
    guard text.contains(UInt8(ascii: "{")) else { return [] }
    let text = Array(text)
    var placeholders: [Placeholder] = []
    var index = 0
    while let start = text[index...].firstIndex(of: UInt8(ascii: "{")) {
      index = start + 1
      guard text[start...].starts(with: opening) else { continue }
      let rest = text[(start + opening.count)...]
      // No name contains a brace. A search beyond the next one would read a text of many openings again for each.
      guard let end = rest.firstIndex(where: { $0 == closing || $0 == UInt8(ascii: "{") }), text[end] == closing,
        end + 1 < text.count, text[end + 1] == closing
      else { continue }
      let name = rest[..<end]
      let isNamed = name.first == UInt8(ascii: ".") && name.count > 1
      guard name.isEmpty || isNamed else { continue }
      let shown = isNamed ? String(decoding: name.dropFirst(), as: UTF8.self) : nil
      placeholders.append(Placeholder(bytes: start..<(end + 2), name: shown))
      index = end + 2
    }
    return placeholders
  }

  /// Returns a text with its placeholders replaced by base URLs.
  ///
  /// - Parameter form: Returns the form in which a URL is written; by default, the URL itself.
  package func fill(_ text: String, as form: (String) -> String = { $0 }) -> String {
    let bytes = Array(text.utf8)
    let placeholders = Self.placeholders(in: bytes)
    return placeholders.isEmpty ? text : String(decoding: fill(bytes, at: placeholders, as: form), as: UTF8.self)
  }

  /// Returns bytes with the placeholders at some places replaced by base URLs.
  package func fill(_ bytes: [UInt8], at placeholders: [Placeholder], as form: (String) -> String = { $0 }) -> [UInt8] {
    var filled: [UInt8] = []
    var end = 0
    for placeholder in placeholders {
      guard let address = text(of: placeholder.name) else { continue }
      filled += bytes[end..<placeholder.bytes.lowerBound]
      filled += form(address).utf8
      end = placeholder.bytes.upperBound
    }
    return filled + bytes[end...]
  }

  /// Returns a value with the placeholders in its strings replaced by base URLs.
  package func fill(_ json: JSON) -> JSON { json.replacingStrings { .string(fill($0)) } }

  /// The base URLs with a placeholder for each. Longer ones come first, and of equal ones the default.
  package var placeholders: [(text: String, written: String)] {
    let names = named.sorted { $0.key < $1.key }.map { (text: $0.value.text, written: "{{baseURL.\($0.key)}}") }
    return ([(text: base.text, written: "{{baseURL}}")] + names).enumerated()
      .sorted { ($1.element.text.utf8.count, $0.offset) < ($0.element.text.utf8.count, $1.offset) }.map(\.element)
  }

  /// The base URLs by their names in placeholders, for a report: `baseURL`, `baseURL.NAME`, `otherURL`.
  var texts: [String: String] {
    var texts = ["baseURL": base.text]
    for (name, url) in named { texts["baseURL.\(name)"] = url.text }
    texts["otherURL"] = anotherHost?.text
    return texts
  }
}

extension Scenario {
  /// What a variation adds to the paths of base URLs; empty if it adds nothing.
  fileprivate var addedBasePath: String { afterBaseURL == "/" ? "" : afterBaseURL }

  /// What the client gets after each base URL; empty unless a variation adds something.
  package var afterBaseURL: String { variation?.traits.afterBaseURL ?? "" }

  /// What of that no path of a request has.
  package var slashAfterBaseURL: String { afterBaseURL == "/" ? "/" : "" }
}

extension Outcome {
  /// Returns the outcome with `{{baseURL}}` in place of the call's base URLs, and `{{httpDate}}` in place of its time. On
  /// loopback, these differ from call to call.
  package func naming(_ addresses: Addresses) -> Outcome {
    let urls = addresses.placeholders
    return DeepStack.run { mapValues { $0.unfolded.naming(urls) } }
  }

  /// Returns the outcome with the results of a function for the values that the client returned.
  package func mapValues(_ change: (JSON) -> JSON) -> Outcome {
    switch self {
    case .success(let value): .success(change(value))
    case .failure(let failure, let values): .failure(change(failure), values: values.map(change))
    case .neverCompleted, .completedTwice, .neverResumed, .unsupported: self
    }
  }
}

extension JSON {
  /// Returns the value with the results of a function in place of its strings, at any depth. Everything keeps its place
  /// in the file.
  func replacingStrings(_ change: (String) -> JSON) -> JSON {
    switch kind {
    case .string(let text): return JSON(change(text).kind, range: range)
    case .array(let elements): return JSON(.array(elements.map { $0.replacingStrings(change) }), range: range)
    case .object(var object):
      for index in object.members.indices {
        object.members[index].value = object.members[index].value.replacingStrings(change)
      }
      return JSON(.object(object), range: range)
    case .null, .bool, .number: return self
    }
  }

  fileprivate func naming(_ urls: [(text: String, written: String)]) -> JSON {
    mapStrings { text in
      let text = HTTPDate.naming(text)
      let hasURL = urls.contains { text.contains($0.text) }
      return .string(hasURL ? MarkedText(text, urls: urls, secrets: nil).text : text)
    }
  }
}
