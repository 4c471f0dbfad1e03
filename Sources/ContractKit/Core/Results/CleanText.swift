/// Text as people see it: on the console, in logs, in Markdown. It has no control characters but those of `ConsoleStyle`
/// and line feeds, whatever it was made of.
///
/// It is written as a literal. A `String` in it is cleaned and becomes one line, so that a name cannot look like another
/// line: `"\(style.bold(result.id)): \(lines: reason.text)"`. What writes to people takes only this type.
package struct CleanText: Sendable, Hashable, ExpressibleByStringInterpolation {
  /// The text, with the escape sequences of its colors.
  package private(set) var string: String

  /// Returns a text on one line.
  package init(_ text: some StringProtocol) { string = String(text).cleanedLine }

  /// Returns a text that keeps its line ends.
  package init(lines text: some StringProtocol) { string = String(text).cleaned }

  package init(stringLiteral text: StaticString) { string = text.description }

  package init(stringInterpolation: StringInterpolation) { string = stringInterpolation.string }

  fileprivate init(clean: String) { string = clean }

  package struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var string = ""

    package init(literalCapacity: Int, interpolationCount: Int) { string.reserveCapacity(2 * literalCapacity) }

    package mutating func appendLiteral(_ literal: StaticString) { string += literal.description }
    package mutating func appendInterpolation(_ text: CleanText) { string += text.string }
    package mutating func appendInterpolation(_ text: some StringProtocol) { string += String(text).cleanedLine }
    package mutating func appendInterpolation(lines text: String) { string += text.cleaned }
    package mutating func appendInterpolation(_ number: some BinaryInteger) { string += String(number) }
  }

  package static let empty: CleanText = ""

  package static func + (one: CleanText, other: CleanText) -> CleanText { CleanText(clean: one.string + other.string) }
  package static func += (one: inout CleanText, other: CleanText) { one.string += other.string }

  package var isEmpty: Bool { string.isEmpty }
  /// The columns of a text without colors.
  package var columns: Int { string.columns }
  /// The lines, without their ends.
  package var lines: [CleanText] {
    string.split(separator: "\n", omittingEmptySubsequences: false).map { CleanText(clean: String($0)) }
  }

  /// Returns the text changed by a function that adds no control characters.
  package func map(_ change: (String) -> String) -> CleanText { CleanText(clean: change(string)) }

  package func padded(to width: Int) -> CleanText { map { $0.padded(to: width) } }
  package func cut(to width: Int) -> CleanText { map { $0.cut(to: width) } }
  package func cutFront(to width: Int) -> CleanText { map { $0.cutFront(to: width) } }
  /// Returns the text in lines that fit a terminal.
  ///
  /// - Parameter width: The terminal's columns; nil if lines may have any length.
  package func wrapped(to width: Int?) -> CleanText { width.map { width in map { $0.wrapped(to: width) } } ?? self }
}

extension Sequence<CleanText> {
  package func joined(separator: CleanText) -> CleanText {
    CleanText(clean: map(\.string).joined(separator: separator.string))
  }
}
