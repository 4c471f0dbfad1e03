import Foundation

/// A text that may be JSON5 (spec.json5.org). It is checked as JSON tokens, with stand-ins
/// for names, strings and numbers.
struct JSON5Text {
  /// The size in bytes above which a body is not examined.
  private static let limit = 1 << 20

  private static let space =
    #"(?:[\t\n\x0B\f\r\x20\uFEFF\u2028\u2029\p{Zs}]++|//[^\n\r\u2028\u2029]*+|/\*(?s:.*?)\*/)"#
  private static let nameStart = #"(?:[$_\p{L}\p{Nl}]|\\u[0-9a-fA-F]{4})"#
  private static let namePart = #"(?:[$_\p{L}\p{Nl}\p{Mn}\p{Mc}\p{Nd}\p{Pc}\u200C\u200D]|\\u[0-9a-fA-F]{4})"#
  private static let escape = #"\\(?:u[0-9a-fA-F]{4}|x[0-9a-fA-F]{2}|0(?![0-9])|\r\n|[^ux0-9])"#
  private static let number =
    #"[+-]?(?:0[xX][0-9a-fA-F]+|(?:(?:0|[1-9][0-9]*)(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][+-]?[0-9]+)?)"#
  private static let word = #"(?:null|true|false|[+-]?(?:Infinity|NaN))"#
  /// One token, directly after the one before it: a string or name, another value, punctuation, or white space.
  private static let token = try? NSRegularExpression(
    pattern: #"\G(?:("(?:[^"\\\n\r]++|\#(escape))*+"|'(?:[^'\\\n\r]++|\#(escape))*+'|"#
      + #"\#(nameStart)\#(namePart)*+(?=\#(space)*+:))|"#
      + #"(\#(word)(?!\#(namePart))|\#(number))|([\[\]{},:])|\#(space))"#)

  private let text: String

  /// Nil if the bytes are not UTF-8 text, or too many.
  init?(_ bytes: [UInt8]) {
    guard bytes.count <= Self.limit, !bytes.contains(0), let text = String(validating: bytes, as: UTF8.self) else {
      return nil
    }
    self.text = text
  }

  /// Whether the first and last characters already show that the text is not a value, as in most corrupt bodies: an
  /// object that begins with a bracket, or an object or array without an end. With a comment, this is not known.
  private var isPlainlyNone: Bool {
    guard let first = text.utf8.first, let last = text.utf8.last, !text.utf8.contains(UInt8(ascii: "/")) else {
      return false
    }
    if text.hasPrefix("{{") || text.hasPrefix("{[") { return true }
    return "{[".utf8.contains(first) && last > 0x20 && last < 0x7F && !"}]".utf8.contains(last)
  }

  var isValue: Bool {
    if isPlainlyNone { return false }
    let (source, length) = (NSString(string: text), text.utf16.count)
    var end = 0
    var json: [String] = []
    Self.token?.enumerateMatches(in: text, range: NSRange(location: 0, length: length)) { match, _, stop in
      guard let match, match.range.location == end else {
        stop.pointee = true
        return
      }
      end += match.range.length
      if match.range(at: 1).location != NSNotFound {
        // Strict JSON rejects duplicate names, so each name gets a unique stand-in.
        json.append("\"\(end)\"")
      } else if match.range(at: 2).location != NSNotFound {
        json.append("0")
      } else if match.range(at: 3).location != NSNotFound {
        let mark = source.substring(with: match.range(at: 3))
        // JSON5 allows a comma after the last element or member.
        if mark == "]" || mark == "}", json.last == ",", let last = json.dropLast().last, !"[{,:".contains(last) {
          json.removeLast()
        }
        json.append(mark)
      }
    }
    return end == length && JSON.parse(json.joined(separator: " ")) != nil
  }
}

extension JSON {
  /// A reader that accepts some texts that are not JSON by RFC 8259.
  package enum LenientReader: Sendable {
    /// JSONSerialization and JSONDecoder with their defaults: they accept a trailing comma, a byte order mark,
    /// duplicate names, UTF-16 and UTF-32.
    case foundation
    /// A reader of JSON5 (spec.json5.org), such as JSONDecoder with `allowsJSON5`.
    case json5

    /// Returns the strictest reader that accepts a text; nil if none does.
    package static func taking(_ bytes: [UInt8]) -> LenientReader? {
      // JSONDecoder cannot be used here: with `allowsJSON5`, some broken texts crash the process (Swift 6.3.1).
      let json5 = JSON5Text(bytes)
      // Every UTF-8 text that Foundation accepts is also JSON5, so a text that is not JSON5 need not go to
      // Foundation, which takes longer.
      if json5?.isValue == false { return nil }
      let data = Data(bytes)
      if (try? JSONSerialization.jsonObject(with: data, options: .fragmentsAllowed)) != nil { return .foundation }
      return json5 == nil ? nil : .json5
    }
  }
}
