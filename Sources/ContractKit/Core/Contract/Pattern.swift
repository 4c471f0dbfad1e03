package import Foundation

/// An expected value: a literal, or a matcher, with the place where it was written.
package struct Pattern: Sendable {
  /// What a pattern asks for.
  package indirect enum Kind: Sendable {
    /// Null, a boolean, a number or a string that must be equal; with `$literal`, any JSON at all.
    case literal(JSON)
    /// An array: element for element.
    case array([Pattern])
    /// An object: member for member, no others.
    case object([Member])
    /// `$any`: present, whatever it is.
    case any
    /// `$type`: of one of these types.
    case type([TypeName])
    /// `$regex`: a string in which the expression is found.
    case regex(Regex)
    /// `$partial`: the listed members match and others are allowed, at every depth for objects.
    case partial(Pattern)
    /// `$anyOf`: at least one matches.
    case anyOf([Pattern])
    /// `$optional`: absent, or matches. Only in objects and in maps by name.
    case optional(Pattern)
    /// `$absent`: not there. Only in objects and in maps by name.
    case absent
    /// `$jsonSchema`: what a JSON Schema (2020-12) describes.
    case schema(JSONSchema)
    /// `$format`: a string of this format.
    case format(Format)
    /// `$contains`: an array with an element that matches.
    case contains(Pattern)
    /// `$each`: an array whose elements all match, with at least one.
    case each(Pattern)
    /// `$unordered`: an array whose elements match the patterns one to one, in any order.
    case unordered([Pattern])
    /// `$allOf`: all match.
    case allOf([Pattern])
    /// `$not`: does not match.
    case not(Pattern)
    /// `$same`: equal to the first value that matched this name in the scenario.
    case same(String)
  }

  /// One member of an object pattern.
  package struct Member: Sendable {
    /// The member's name.
    package var name: String
    /// Where the name was written.
    package var range: SourceRange
    /// What its value must be.
    package var pattern: Pattern
  }

  /// A type that `$type` names: JSON's, and `integer`, of which 1.0 is one.
  package enum TypeName: String, Sendable, CaseIterable {
    case null, boolean, number, integer, string, array, object

    static let names = allCases.map(\.rawValue)
  }

  /// A compiled ICU regular expression with its text.
  package struct Regex: @unchecked Sendable {
    // NSRegularExpression is immutable and documented as safe to use from several threads.
    /// The expression, compiled once.
    package let expression: NSRegularExpression
    /// The expression as the contract writes it.
    package let text: String

    /// Compiles an expression; throws the system's error where it is none.
    init(_ text: String) throws {
      self.text = text
      expression = try NSRegularExpression(pattern: text)
    }

    /// Takes an expression that was compiled with an address in the place of each that the text names.
    init(_ expression: NSRegularExpression, text: String) {
      self.expression = expression
      self.text = text
    }
  }

  /// What it asks for.
  package var kind: Kind
  /// Where it was written.
  package var range: SourceRange

  init(_ kind: Kind, at range: SourceRange) {
    self.kind = kind
    self.range = range
  }
}

extension Pattern {
  /// The patterns directly inside this one.
  var inner: [Pattern] {
    switch kind {
    case .array(let patterns), .anyOf(let patterns), .unordered(let patterns), .allOf(let patterns): patterns
    case .object(let members): members.map(\.pattern)
    case .partial(let inner), .optional(let inner), .contains(let inner), .each(let inner), .not(let inner): [inner]
    case .literal, .any, .type, .regex, .absent, .schema, .format, .same: []
    }
  }

  /// Whether a name of `$same` stands in it.
  var hasNames: Bool {
    switch kind {
    case .same: true
    case .literal: false
    case .object(let members): members.contains(where: \.pattern.hasNames)
    default: inner.contains(where: \.hasNames)
    }
  }
}
