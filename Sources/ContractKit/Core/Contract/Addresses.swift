/// The addresses of one run of a scenario: where its requests go, and what `{{baseURL}}` stands for.
///
/// In memory they are those that the contract writes, on loopback those of the call's own listeners.
package struct Addresses: Sendable {
  /// What the contract calls `baseURL`.
  package var base: BaseURL
  /// What it calls `baseURLs`, by name.
  package var named: [String: BaseURL] = [:]

  /// The address of a name; the base URL's where there is no name, and nil where no address has it.
  package subscript(name: String?) -> BaseURL? {
    guard let name else { return base }
    return named[name]
  }

  /// Where a request of a shape must go: to the address that it names, or to the base URL.
  func base(of shape: RequestShape) -> BaseURL { self[shape.base?.value] ?? base }
}

extension Addresses {
  /// A `{{baseURL}}` or `{{baseURL.NAME}}` in a text.
  package struct Place: Sendable, Equatable {
    /// Which bytes of the text it takes.
    package var bytes: Range<Int>
    /// The name of the address; nil for the base URL.
    package var name: String?
  }

  /// Whether an address may have a name: one that stands in any JSON string as it is, between `{{baseURL.` and `}}`.
  package static func isName(_ text: String) -> Bool {
    !text.isEmpty
      && text.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F && !#"{}"\"#.utf8.contains($0) }
  }

  private static let opening = Array("{{baseURL".utf8)
  private static let closing = UInt8(ascii: "}")

  /// Every address that a text names, in order; any other `{{` is text.
  ///
  /// - Parameter text: In UTF-8.
  package static func places(in text: some Collection<UInt8>) -> [Place] {
    // By hand: a regular expression costs more to make than a whole contract to read, and most texts have no brace.
    guard text.contains(UInt8(ascii: "{")) else { return [] }
    let text = Array(text)
    var places: [Place] = []
    var index = 0
    while let start = text[index...].firstIndex(of: UInt8(ascii: "{")) {
      index = start + 1
      guard text[start...].starts(with: opening) else { continue }
      let rest = text[(start + opening.count)...]
      guard let end = rest.firstIndex(of: closing), end + 1 < text.count, text[end + 1] == closing else { continue }
      let name = rest[..<end]
      let isNamed = name.first == UInt8(ascii: ".") && name.count > 1 && !name.contains(UInt8(ascii: "{"))
      guard name.isEmpty || isNamed else { continue }
      let shown = isNamed ? String(decoding: name.dropFirst(), as: UTF8.self) : nil
      places.append(Place(bytes: start..<(end + 2), name: shown))
      index = end + 2
    }
    return places
  }

  /// A text with its addresses in their places.
  ///
  /// - Parameter form: How an address is written; as it is where left out.
  package func fill(_ text: String, as form: (String) -> String = { $0 }) -> String {
    let bytes = Array(text.utf8)
    let places = Self.places(in: bytes)
    return places.isEmpty ? text : String(decoding: fill(bytes, at: places, as: form), as: UTF8.self)
  }

  /// Bytes with addresses in some places of them.
  package func fill(_ bytes: [UInt8], at places: [Place], as form: (String) -> String = { $0 }) -> [UInt8] {
    var filled: [UInt8] = []
    var end = 0
    for place in places {
      guard let address = self[place.name] else { continue }
      filled += bytes[end..<place.bytes.lowerBound]
      filled += form(address.text).utf8
      end = place.bytes.upperBound
    }
    return filled + bytes[end...]
  }

  /// A value whose strings have their addresses in their places.
  package func fill(_ json: JSON) -> JSON {
    switch json.kind {
    case .string(let text): JSON(.string(fill(text)), range: json.range)
    case .array(let elements): JSON(.array(elements.map(fill)), range: json.range)
    case .object(let object):
      JSON(
        .object(
          JSON.Object(
            object.members.map { JSON.Object.Member(name: $0.name, nameRange: $0.nameRange, value: fill($0.value)) })),
        range: json.range)
    case .null, .bool, .number: json
    }
  }
}
