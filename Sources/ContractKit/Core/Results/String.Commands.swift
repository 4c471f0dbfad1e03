// A client's text in the log of a CI system, which reads commands there.
extension String {
  /// The text without commands of CI systems: a space parts the first two characters of each. GitHub reads `::error::`
  /// at the beginning of a line, and `##[error]` anywhere. Azure reads `##vso[`, and TeamCity `##teamcity[`.
  package var withoutCommands: String {
    var text = self
    let mayHaveCommand = text.withUTF8 { bytes in
      var last: UInt8 = 0
      return bytes.contains { byte in
        defer { last = byte }
        return byte == last && (byte == UInt8(ascii: "#") || byte == UInt8(ascii: ":"))
      }
    }
    if !mayHaveCommand { return self }
    var result = String.UnicodeScalarView()
    var rest = unicodeScalars[...]
    // GitHub ignores white space at the beginning of a line.
    var isIndentation = true
    while let scalar = rest.popFirst() {
      result.append(scalar)
      switch scalar {
      case ":" where isIndentation && rest.first == ":": result.append(" ")
      case "#" where rest.first == "#" && rest.dropFirst().drop(while: \.isASCIILetter).first == "[": result.append(" ")
      default: break
      }
      isIndentation = scalar == "\n" || scalar == "\r" || isIndentation && scalar.properties.isWhitespace
    }
    return String(result)
  }
}

extension [UInt8] {
  /// JSON with the same values, without commands of CI systems, which are only in its strings.
  package var withoutCommandsInJSON: [UInt8] {
    let hash = UInt8(ascii: "#")
    var result: [UInt8] = []
    var copied = startIndex
    var index = startIndex
    while let next = self[index...].firstIndex(of: hash) {
      index = next + 1
      let name = self[index...].dropFirst()
      if index < endIndex, self[index] == hash, name.drop(while: \.isLetter).first == UInt8(ascii: "[") {
        result += self[copied..<index] + Array(#"\u0023"#.utf8)
        copied = index + 1
        index = copied
      }
    }
    return copied == startIndex ? self : result + self[copied...]
  }
}

extension Unicode.Scalar {
  fileprivate var isASCIILetter: Bool { UInt8(exactly: value)?.isLetter == true }
}
