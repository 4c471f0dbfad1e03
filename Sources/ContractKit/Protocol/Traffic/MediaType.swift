/// A media type with its parameters (RFC 9110, section 8.3.1): `text/plain; charset=utf-8`.
package struct MediaType {
  /// The reason why a text is not a media type.
  package enum SyntaxError: Error, Equatable {
    /// Multiple values with commas between them, as multiple headers of one name become.
    case list(Int)
    case noType(String)
    case openQuote
    case noParameter(String)
    /// A parameter that comes twice with different values, so that receivers choose different ones.
    case twice(String)
  }

  /// The type and the subtype in lower case: `text/plain`.
  package let name: String
  /// The parameters in order. Names are in lower case, and values are without quotes.
  package let parameters: [(name: String, value: String)]

  /// Reads the value of a Content-Type, or one part of an Accept.
  ///
  /// - Throws: The first thing that RFC 9110 does not allow. An empty parameter, as in `a/b;`, is allowed.
  package init(_ text: String) throws(SyntaxError) {
    guard HeaderValue.isClosed(text) else { throw .openQuote }
    let count = HeaderValue.split(text, at: UInt8(ascii: ",")).count
    if count > 1 { throw .list(count) }
    let parts = HeaderValue.split(text, at: UInt8(ascii: ";"))
    let type = parts.first ?? ""
    guard Self.isName(type) else { throw .noType(type) }
    var parameters: [(name: String, value: String)] = []
    for part in parts.dropFirst() where !part.isEmpty {
      guard Self.isParameter(part.utf8) else { throw .noParameter(part) }
      let parameter = HeaderValue.parameter(part)
      let name = parameter.name.lowercased()
      if parameters.contains(where: { $0.name == name && !Self.isSame(name, $0.value, parameter.value) }) {
        throw .twice(name)
      }
      parameters.append((name, parameter.value))
    }
    name = type.lowercased()
    self.parameters = parameters
  }

  /// Returns what is wrong with a text that should be a media type; nil if it is one.
  package static func mistake(in text: String) -> SyntaxError? {
    // Most have no parameters.
    if isName(text) { return nil }
    do throws(SyntaxError) {
      _ = try MediaType(text)
      return nil
    } catch {
      return error
    }
  }

  /// Returns whether a text is a type and a subtype.
  private static func isName(_ text: String) -> Bool {
    guard let slash = text.utf8.firstIndex(of: UInt8(ascii: "/")) else { return false }
    let (type, subtype) = (text.utf8[..<slash], text.utf8[slash...].dropFirst())
    return !type.isEmpty && !subtype.isEmpty && type.allSatisfy { $0.isToken } && subtype.allSatisfy { $0.isToken }
  }

  /// The type and the subtype of a Content-Type in lower case, even if it has other mistakes; empty if there is none.
  package static func name(of contentType: String?) -> String {
    HeaderValue.split(contentType ?? "", at: UInt8(ascii: ";")).first?.lowercased() ?? ""
  }

  /// Returns whether a type and subtype in lower case are those of JSON (RFC 6839, section 3.1; WHATWG MIME Sniffing,
  /// section 4.6; the AWS JSON protocols of Smithy 2.0).
  package static func isJSON(name: String) -> Bool {
    name == "application/json" || name == "text/json" || name.hasSuffix("+json")
      || name.hasPrefix("application/x-amz-json-")
  }

  /// Returns whether the type is a described one. The case of a charset does not matter, and parameters that are not
  /// described are allowed.
  func meets(_ described: MediaType) -> Bool {
    name == described.name
      && described.parameters.allSatisfy { wanted in
        parameters.contains { $0.name == wanted.name && Self.isSame(wanted.name, $0.value, wanted.value) }
      }
  }

  private static func isSame(_ name: String, _ a: String, _ b: String) -> Bool {
    name == "charset" ? a.isSameName(b) : a.isExactly(b)
  }

  /// Returns whether a text is a name and a value, which is a token or in quotes. Nothing may surround the `=`. Only a
  /// boundary may have its other characters without quotes.
  private static func isParameter(_ text: String.UTF8View) -> Bool {
    guard let equals = text.firstIndex(of: UInt8(ascii: "=")) else { return false }
    let (name, value) = (text[..<equals], text[equals...].dropFirst())
    guard !name.isEmpty, name.allSatisfy(\.isToken) else { return false }
    if value.first != UInt8(ascii: "\"") {
      let others = String(decoding: name, as: UTF8.self).isSameName("boundary") ? "()/:=?" : ""
      return !value.isEmpty && value.allSatisfy { $0.isToken || others.utf8.contains($0) }
    }
    var isEscaped = false
    var rest = value.dropFirst()
    while let byte = rest.popFirst() {
      if !isEscaped, byte == UInt8(ascii: "\"") { return rest.isEmpty }
      isEscaped = !isEscaped && byte == UInt8(ascii: "\\")
    }
    return false
  }
}

extension MediaType.SyntaxError {
  /// The message, on one line.
  package var text: String {
    let why =
      switch self {
      case .list(let count): "it has \(count) values with commas between them, and Content-Type may have only one"
      case .noType(""): "it is empty"
      case .noType(let text): "\(Self.quoted(text)) is not a type and a subtype with a slash between them"
      case .openQuote: "it has an unclosed quote"
      case .noParameter(let text): "\(Self.quoted(text)) is not a parameter"
      case .twice(let name):
        "it has the parameter \(Excerpt.beginning(of: name, limit: 80)) twice, with different values"
      }
    return "not a media type (RFC 9110, section 8.3.1): \(why)"
  }

  private static func quoted(_ text: String) -> String { Excerpt.beginning(of: JSON.string(text).text, limit: 80) }
}
