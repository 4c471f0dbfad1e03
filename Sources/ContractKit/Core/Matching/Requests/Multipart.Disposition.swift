import Foundation

extension Multipart {
  /// The Content-Disposition of a part (RFC 7578, section 4.2).
  package struct Disposition {
    package var name: String?
    package var filename: String?

    /// Reads the Content-Disposition of a part; all members are nil if there is none.
    ///
    /// Inside quotes, `\"` and `\\` are escapes. So are `%22`, `%0D` and `%0A`, which browsers write for a quote and
    /// for line ends (HTML, "multipart/form-data encoding algorithm"). Anything else stands for itself. If there is a
    /// `filename*` (RFC 8187), it is the file name. In a form, it may only stand beside a `filename`.
    ///
    /// - Throws: The first thing that cannot be read, or that could be read in two ways.
    package init(of part: Part, number: Int, isForm: Bool) throws(SyntaxError) {
      let lines = part.headers.values("Content-Disposition")
      guard let line = lines.first else { return }
      if lines.count > 1 { throw SyntaxError(text: "part \(number) has \(lines.count) Content-Disposition headers") }
      func wrong(_ why: String) -> SyntaxError { SyntaxError(text: "the Content-Disposition of part \(number) \(why)") }
      let texts = HeaderValue.split(line, at: UInt8(ascii: ";"))
      if !HeaderValue.isClosed(line) { throw wrong("has an unclosed quote: \(SyntaxError.quoted(line))") }
      let type = texts.first ?? ""
      if isForm, !type.isSameName("form-data") {
        throw wrong("is \(SyntaxError.quoted(type)), but a form needs \"form-data\"")
      }
      var values: [String: String] = [:]
      for text in texts.dropFirst() {
        let parameter = HeaderValue.parameter(text, escapes: [UInt8(ascii: "\""), UInt8(ascii: "\\")])
        let key = parameter.name.lowercased()
        guard ["name", "filename", "filename*"].contains(key) else { continue }
        let value = key == "filename*" ? Self.extended(parameter.value) : Self.decoded(parameter.value)
        guard let value else {
          let shown = SyntaxError.quoted(parameter.value)
          throw SyntaxError(text: "the filename* of part \(number) is not UTF-8 in the form of RFC 8187: \(shown)")
        }
        if values.updateValue(value, forKey: key) != nil {
          throw wrong("has a duplicate \(SyntaxError.shown(parameter.name))")
        }
      }
      if isForm, values["filename*"] != nil, values["filename"] == nil {
        throw SyntaxError(
          text: "part \(number) has a filename* and no filename: multipart/form-data does not allow filename* (RFC"
            + " 7578, section 4.2), and many servers find no file")
      }
      (name, filename) = (values["name"], values["filename*"] ?? values["filename"])
    }

    /// Returns a value with the escapes of browsers decoded.
    private static func decoded(_ text: String) -> String {
      var text = text
      for (escape, character) in [("%0A", "\n"), ("%0D", "\r"), ("%22", "\"")] where text.contains("%") {
        text = text.replacingOccurrences(of: escape, with: character, options: .caseInsensitive)
      }
      return text
    }

    /// Returns the text of an extended value in UTF-8 (RFC 8187, section 3.2), such as `UTF-8'en'%e2%82%ac`.
    private static func extended(_ text: String) -> String? {
      let parts = text.split(separator: "'", maxSplits: 2, omittingEmptySubsequences: false)
      guard parts.count == 3, parts[0].isSameName("UTF-8") else { return nil }
      return String(validating: PercentText.bytes(PercentText(parts[2].utf8).units[...]), as: UTF8.self)
    }
  }
}
