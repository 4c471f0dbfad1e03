extension FileProblem {
  /// The problem, and what is allowed or what the author may have meant.
  package var text: (message: String, help: [String]) { (message, help) }

  private var message: String {
    switch self {
    case .emptyText: "the file is empty, expected a JSON value"
    case .byteOrderMark: "the file starts with a byte order mark; JSON does not allow it (RFC 8259, section 8.1)"
    case .otherEncoding(let name): "the text is in \(name); JSON is in UTF-8 (RFC 8259, section 8.1)"
    case .invalidUTF8(let byte): "byte 0x\(String(byte, radix: 16, uppercase: true)) is not UTF-8"
    case .comment: "comments are not allowed in JSON"
    case .trailingComma(let container): "trailing comma in \(container); JSON does not allow it"
    case .unexpected(let found, let expected): "found \(quoted(found)), expected \(expected)"
    case .unexpectedEnd(let expected): "the file ends here, expected \(expected)"
    case .textAfterValue(let found): "found \(quoted(found)) after the end of the JSON value"
    case .unknownWord(let word): "\(quoted(word)) is not a JSON value"
    case .invalidNumber(let literal, let why): "\(quoted(literal)) is not a JSON number: \(why)"
    case .unterminatedString: "this string has no closing quote on its line"
    case .invalidEscape(let escape): "\(quoted(escape)) is not a JSON escape"
    case .loneSurrogate(let escape): "\(quoted(escape)) is half of a surrogate pair"
    case .controlCharacter(let byte):
      "unescaped control character (U+\(hexadecimal(byte))) in a string"
    case .duplicateKey(let name, _): "duplicate member \"\(name)\""
    case .tooDeep(let limit): "nested deeper than \(limit) levels"
    case .tooLarge(let limit): "the text has more than \(English.grouped(limit)) values and names"
    case .unreadable(let why): "cannot be read: \(why)"
    case .unknownMember(let name, let owner, _): "unknown member \"\(name)\" in \(owner)"
    case .missingMember(let name, let owner): "missing member \"\(name)\" in \(owner)"
    case .wrongValue(let what, let found, let expected): "\(what) is \(found), expected \(expected)"
    case .unknownName(let name, let what, _): "unknown \(what) \(quoted(name))"
    case .rule(let text, _): text
    }
  }

  /// The places where a contract may have a reference. Somebody who writes one elsewhere most likely needs this list.
  package static let referenceLocations =
    "\"$ref\" can replace a whole request, response, body, scenario, input or expect; no other member may be beside it"

  private var help: [String] {
    switch self {
    case .unknownMember("$ref", _, let allowed):
      return [Self.referenceLocations, "allowed: \(allowed.joined(separator: ", "))"]
    case .unknownMember(let name, _, let allowed), .unknownName(let name, _, let allowed):
      var notes: [String] = []
      if let near = Suggestion.of(name, in: allowed) { notes.append("did you mean \"\(near)\"?") }
      if allowed.count > 20 {
        let nearest = Suggestion.nearest(6, to: name, in: allowed)
        notes.append("allowed: \(allowed.count) names; the nearest are \(nearest.joined(separator: ", "))")
      } else if !allowed.isEmpty {
        notes.append("allowed: \(allowed.joined(separator: ", "))")
      }
      return notes
    case .duplicateKey(_, let first): return ["first written at \(first.description)"]
    case .unknownWord(let word):
      let words = ["true", "false", "null"]
      let near = words.contains(word.lowercased()) ? word.lowercased() : Suggestion.of(word, in: words)
      return [
        near.map { "did you mean \($0)?" }
          ?? "allowed: an object, an array, a string in quotes, a number, true, false, null"
      ]
    case .byteOrderMark: return ["save the file as UTF-8 without a byte order mark"]
    case .otherEncoding(let name): return ["save the file as UTF-8, for example with: iconv -f \(name) -t UTF-8"]
    case .invalidEscape: return [#"allowed: \" \\ \/ \b \f \n \r \t \uXXXX"#]
    case .controlCharacter(let byte): return ["write \\u\(hexadecimal(byte)) instead"]
    case .comment: return ["remove it; in a contract, write comments in \"description\""]
    case .rule(_, let help): return help.map { [$0] } ?? []
    default: return []
    }
  }

  private func quoted(_ text: String) -> String { "'\(text)'" }

  private func hexadecimal(_ byte: UInt8) -> String { Hexadecimal.text(UInt32(byte), width: 4, uppercase: true) }
}
