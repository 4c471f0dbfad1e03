import Foundation

/// An ASCII label of a host name that stands for a Unicode label (IDNA2008: RFC 5890 to 5892, RFC 3492).
enum InternationalLabel {
  /// Returns whether the text after `xn--`, in lower case, stands for a label that may be registered.
  static func isValid(_ ascii: ArraySlice<UInt8>) -> Bool {
    guard let label = decoded(ascii), label.contains(where: { $0.value > 0x7F }) else { return false }
    let text = label.reduce(into: "") { $0.unicodeScalars.append($1) }
    // RFC 5891, section 4.2.3.
    let isDashed = label.first == "-" || label.last == "-" || label.count >= 4 && label[2] == "-" && label[3] == "-"
    guard !isDashed, text.precomposedStringWithCanonicalMapping.isExactly(text), let first = label.first,
      !isMark(first), label.allSatisfy(isAllowed)
    else { return false }
    return label.indices.allSatisfy { isAllowed(at: $0, in: label) }
  }

  /// Decodes Punycode (RFC 3492, section 6.2); nil if the text is not Punycode.
  private static func decoded(_ ascii: ArraySlice<UInt8>) -> [Unicode.Scalar]? {
    var output: [Unicode.Scalar] = []
    var rest = ascii
    if let dash = ascii.lastIndex(of: UInt8(ascii: "-")) {
      output = ascii[..<dash].map { Unicode.Scalar($0) }
      rest = ascii[(dash + 1)...]
    }
    var (code, position, bias) = (128, 0, 72)
    while !rest.isEmpty {
      let start = position
      var (weight, step) = (1, 36)
      while true {
        guard let byte = rest.popFirst() else { return nil }
        let digit = byte.isDigit ? Int(byte) - 0x30 + 26 : Int(byte) - 0x61
        let (distance, isTooLarge) = digit.multipliedReportingOverflow(by: weight)
        guard (0..<36).contains(digit), !isTooLarge, distance < 1 << 29 else { return nil }
        position += distance
        guard position < 1 << 29 else { return nil }
        let threshold = min(max(step - bias, 1), 26)
        if digit < threshold { break }
        // No code point needs a larger weight, so this never overflows.
        guard weight < 1 << 26 else { return nil }
        weight *= 36 - threshold
        step += 36
      }
      let count = output.count + 1
      bias = adapted(position - start, count: count, isFirst: start == 0)
      code += position / count
      position %= count
      guard code < 0x11_0000, let scalar = Unicode.Scalar(UInt32(code)) else { return nil }
      output.insert(scalar, at: position)
      position += 1
    }
    return output
  }

  /// Returns the adapted bias (RFC 3492, section 6.1).
  private static func adapted(_ delta: Int, count: Int, isFirst: Bool) -> Int {
    var delta = isFirst ? delta / 700 : delta / 2
    delta += delta / count
    var bias = 0
    while delta > 455 {
      delta /= 35
      bias += 36
    }
    return bias + 36 * delta / (delta + 38)
  }

  private static func isMark(_ scalar: Unicode.Scalar) -> Bool {
    [.nonspacingMark, .spacingMark, .enclosingMark].contains(scalar.properties.generalCategory)
  }

  /// Returns whether a character may occur in a label at all (RFC 5892, section 3).
  private static func isAllowed(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0xDF, 0x3C2, 0x6FD, 0x6FE, 0xF0B, 0x3007: return true
    case 0xB7, 0x375, 0x5F3, 0x5F4, 0x30FB, 0x660...0x669, 0x6F0...0x6F9, 0x200C, 0x200D: return true
    case 0x640, 0x7FA, 0x302E, 0x302F, 0x3031...0x3035, 0x303B: return false
    case 0x2D, 0x30...0x39, 0x61...0x7A: return true
    // Conjoining jamo, and combining marks for symbols and music.
    case 0x1100...0x11FF, 0xA960...0xA97F, 0xD7B0...0xD7FF, 0x20D0...0x20FF, 0x1D100...0x1D1FF, 0x1D200...0x1D24F:
      return false
    default:
      let properties = scalar.properties
      if properties.changesWhenNFKCCaseFolded || properties.isDefaultIgnorableCodePoint || properties.isWhitespace {
        return false
      }
      switch properties.generalCategory {
      case .lowercaseLetter, .uppercaseLetter, .otherLetter, .modifierLetter, .decimalNumber, .nonspacingMark,
        .spacingMark:
        return true
      default: return false
      }
    }
  }

  /// Checks the contextual rules (RFC 5892, appendix A).
  private static func isAllowed(at index: Int, in label: [Unicode.Scalar]) -> Bool {
    let before = index > 0 ? label[index - 1] : nil
    let after = index + 1 < label.count ? label[index + 1] : nil
    switch label[index].value {
    case 0x200C:
      return before?.properties.canonicalCombiningClass == .virama
        || found(#"[\p{jt=L}\p{jt=D}]\p{jt=T}*\z"#, in: label[..<index])
          && found(#"\A\p{jt=T}*[\p{jt=R}\p{jt=D}]"#, in: label[(index + 1)...])
    case 0x200D: return before?.properties.canonicalCombiningClass == .virama
    case 0xB7: return before == "l" && after == "l"
    case 0x375: return after.map { found(#"\p{Greek}"#, in: [$0]) } ?? false
    case 0x5F3, 0x5F4: return before.map { found(#"\p{Hebrew}"#, in: [$0]) } ?? false
    case 0x30FB: return found(#"[\p{Hiragana}\p{Katakana}\p{Han}]"#, in: label[...])
    case 0x660...0x669: return !label.contains { (0x6F0...0x6F9).contains($0.value) }
    case 0x6F0...0x6F9: return !label.contains { (0x660...0x669).contains($0.value) }
    default: return true
    }
  }

  /// Returns whether an ICU expression is found. Only ICU knows scripts and how letters join.
  private static func found(_ expression: String, in label: ArraySlice<Unicode.Scalar>) -> Bool {
    let text = label.reduce(into: "") { $0.unicodeScalars.append($1) }
    return text.range(of: expression, options: .regularExpression) != nil
  }
}
