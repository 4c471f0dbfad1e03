import Foundation

/// An expected value: a literal or a matcher, with the place where it was written.
package struct Pattern: Sendable {
  /// The kind of a pattern, with its arguments.
  package indirect enum Kind: Sendable {
    /// Null, a boolean, a number or a string, which must be equal. With `$literal`, any JSON value.
    case literal(JSON)
    /// An array that is compared element by element.
    case array([Pattern])
    /// An object that must have exactly these members.
    case object([Member])
    /// `$any`: a value that is present, whatever it is.
    case any
    /// `$type`: a value of one of these types.
    case type([TypeName])
    /// `$regex`: a string, or the text of a number, in which the expression finds a match.
    case regex(Regex)
    /// `$partial`: the listed members match. Objects may have other members, at every depth.
    case partial(Pattern)
    /// `$anyOf`: a value that at least one of these patterns matches.
    case anyOf([Pattern])
    /// `$optional`: absent, or a value that matches. Only in objects and in maps by name.
    case optional(Pattern)
    /// `$absent`: absent. Only in objects and in maps by name.
    case absent
    /// `$jsonSchema`: a value that is valid against a JSON Schema (2020-12).
    case schema(JSONSchema)
    /// `$format`: a string of this format.
    case format(Format)
    /// `$contains`: an array with at least one element that matches.
    case contains(Pattern)
    /// `$each`: an array with at least one element, whose elements all match.
    case each(Pattern)
    /// `$unordered`: an array whose elements match the patterns one to one, in any order.
    case unordered([Pattern])
    /// `$allOf`: a value that all of these patterns match.
    case allOf([Pattern])
    /// `$not`: a value that does not match.
    case not(Pattern)
    /// `$same`: a value that is equal to the first value that matched this name in the scenario.
    case same(String)
  }

  package struct Member: Sendable {
    package var name: String
    /// The place where the name was written.
    package var range: SourceRange
    package var pattern: Pattern

    package init(name: String, range: SourceRange, pattern: Pattern) {
      (self.name, self.range, self.pattern) = (name, range, pattern)
    }
  }

  /// A type that `$type` can name: the types of JSON, and `integer`, which includes 1.0.
  package enum TypeName: String, Sendable, CaseIterable {
    case null, boolean, number, integer, string, array, object
  }

  /// A compiled ICU regular expression with its text.
  package struct Regex: Sendable {
    /// The expression, compiled once. NSRegularExpression is immutable and documented as safe to use from multiple
    /// threads.
    final class Compiled: @unchecked Sendable {
      let icu: NSRegularExpression
      /// The same expression without ICU, which would otherwise take most of the time; nil if it is not simple enough.
      let plain: PlainExpression?

      init(_ icu: NSRegularExpression, _ plain: PlainExpression?) { (self.icu, self.plain) = (icu, plain) }
    }

    let compiled: Compiled
    /// The expression as the contract writes it.
    package let text: String
    /// Whether the expression is searched for in the text of a number, and not in a string.
    package var isOfNumber = false

    /// Compiles an expression.
    ///
    /// - Parameter written: The expression as the contract writes it, if `text` has base URLs in place of placeholders.
    /// - Throws: A `SyntaxError` if the text is not an expression of ECMA-262, or if ICU does not support it.
    package init(
      _ text: String, _ dialect: ECMAExpression.Dialect = .contract, writtenAs written: String? = nil
    ) throws(ECMAExpression.SyntaxError) {
      if dialect == .contract, text.isEmpty { throw ECMAExpression.SyntaxError(why: "it is empty") }
      self.text = written ?? text
      let expression = try ECMAExpression(text, dialect)
      let icu = expression.icu
      // Foundation does not accept an empty expression, which matches everywhere.
      guard let translated = try? NSRegularExpression(pattern: icu.isEmpty ? "(?:)" : icu) else {
        throw ECMAExpression.SyntaxError(why: "ICU does not accept it")
      }
      compiled = Compiled(translated, PlainExpression(expression))
    }

    /// Returns the text of a value that the expression is searched for in; nil if the value has another type. The text
    /// of a number is what the JSON text has.
    package func text(of value: JSON) -> String? { isOfNumber ? value.number?.literal : value.string }
  }

  package var kind: Kind
  /// By which type a literal string is compared: `$format` with a value. Nil if its text is.
  package var valueType: ValueType?
  package var range: SourceRange

  package init(_ kind: Kind, as valueType: ValueType? = nil, at range: SourceRange) {
    (self.kind, self.valueType, self.range) = (kind, valueType, range)
  }

  /// Makes the pattern of any failure of a category.
  init(category: JSON, at range: SourceRange) {
    let member = Member(name: "category", range: range, pattern: Pattern(.literal(category), at: range))
    self.init(.partial(Pattern(.object([member]), at: range)), at: range)
  }

  var inner: [Pattern] {
    switch kind {
    case .array(let patterns), .anyOf(let patterns), .unordered(let patterns), .allOf(let patterns): patterns
    case .object(let members): members.map(\.pattern)
    case .partial(let inner), .optional(let inner), .contains(let inner), .each(let inner), .not(let inner): [inner]
    case .literal, .any, .type, .regex, .absent, .schema, .format, .same: []
    }
  }

  /// Whether the pattern, or a pattern inside it, is a `$same`.
  var hasNames: Bool {
    if case .same = kind { true } else { inner.contains(where: \.hasNames) }
  }
}

extension JSON {
  /// The value as a pattern that only this value matches.
  package var asPattern: JSON {
    members.contains(where: \.isMarked) ? ["$literal": self] : mapChildren(\.asPattern)
  }
}

extension JSON.Object.Member {
  /// Whether its name begins with the `$` of matchers.
  package var isMarked: Bool { name.utf8.first == UInt8(ascii: "$") }
}

/// The string formats that `$format` asserts (JSON Schema 2020-12, Validation, section 7.3).
package enum Format: String, Sendable, CaseIterable {
  case dateTime = "date-time"
  case date, time, duration, email, hostname, ipv4, ipv6, uri
  case uriReference = "uri-reference"
  case uuid
  case jsonPointer = "json-pointer"
  case regex
}

/// A type whose values can be written as different texts. `$format` with a value compares what they mean.
package enum ValueType: String, Sendable, CaseIterable {
  /// A UUID in either case (RFC 9562, section 4).
  case uuid
  /// An instant with any offset (RFC 3339).
  case dateTime = "date-time"
  /// Bytes with or without padding (RFC 4648, section 4).
  case base64
  /// `true` or `false` in either case, or 1 or 0.
  case boolean
  /// A number of JSON: 1, 1.0 and 1e0 are the same.
  case number
}
