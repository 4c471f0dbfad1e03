import Foundation

// `{{baseURL}}` and `{{baseURL.NAME}}`, which stand for the addresses of the run.
extension ContractReader {
  /// The names of the contract's further addresses, right or wrong.
  var addressNames: [String] { root.value("baseURLs")?.object?.members.map(\.name) ?? [] }

  /// Notes the names in a value's strings that no address has.
  func checkAddresses(_ json: JSON) {
    switch json.kind {
    case .string(let text): for place in Addresses.places(in: text.utf8) { check(place, at: json.range) }
    case .array(let elements): for element in elements { checkAddresses(element) }
    case .object(let object):
      // A schema of an expectation is in a language of its own, in which that is text.
      for member in object.members where !(fillsExpressions && member.name == "$jsonSchema") {
        checkAddresses(member.value)
      }
    case .null, .bool, .number: return
    }
  }

  private func check(_ place: Addresses.Place, at range: SourceRange?) {
    if let name = place.name { checkAddress(Located(name, at: range ?? root.range)) }
  }

  /// The name of an address, which is noted where no address has it.
  @discardableResult
  func checkAddress(_ name: Located<String>) -> Located<String>? {
    if addressNames.isEmpty {
      diagnostics.note(.noAddresses(name.value), at: name.range)
      return nil
    }
    return diagnostics.name(name, of: addressNames, what: "name of an address in \"baseURLs\"")
  }

  /// The addresses in a body that is sent byte for byte as the file writes a value: in its strings, and not in names.
  func places(inStringsOf json: JSON, written range: SourceRange) -> [Addresses.Place] {
    switch json.kind {
    case .string:
      guard let own = json.range else { return [] }
      let offset = own.start - range.start
      return Addresses.places(in: range.source.bytes[own.start..<own.end]).map { place in
        Addresses.Place(
          bytes: (place.bytes.lowerBound + offset)..<(place.bytes.upperBound + offset), name: place.name)
      }
    case .array(let elements): return elements.flatMap { places(inStringsOf: $0, written: range) }
    case .object(let object): return object.members.flatMap { places(inStringsOf: $0.value, written: range) }
    case .null, .bool, .number: return []
    }
  }

  /// An expression, compiled with the contract's own addresses where it names some.
  func regex(_ text: String) throws -> Pattern.Regex {
    guard fillsExpressions, !Addresses.places(in: text.utf8).isEmpty else {
      return try files.documents.texts.expression(text)
    }
    // Any address will do to see whether the rest is an expression.
    let address = NSRegularExpression.escapedPattern(for: BaseURL.localhost.text)
    let known = Addresses.places(in: text.utf8).reversed().reduce(into: Array(text.utf8)) { bytes, place in
      bytes.replaceSubrange(place.bytes, with: address.utf8)
    }
    return Pattern.Regex(try Pattern.Regex(String(decoding: known, as: UTF8.self)).expression, text: text)
  }
}
