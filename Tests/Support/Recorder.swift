import Foundation
import Synchronization

/// A description of where to look for the literal of an expected text.
package struct LiteralPlace: Sendable {
  var file: String
  /// The line and column of the opening bracket of a call that has the literal among its arguments, both from 1. Nil if
  /// no call is known.
  var call: (line: Int, column: Int)?
  /// Literals beside the one to find.
  var others: [String] = []
  var index = 0
  var count = 1

  /// Creates the place of a call's arguments, from the values that `#filePath`, `#line` and `#column` have as default
  /// arguments.
  package init(file: String, line: Int, column: Int) {
    self.file = file
    call = (line, column)
  }

  private init(file: String, others: [String]) { (self.file, self.others) = (file, others) }

  /// Returns the place nearest to some literals of this file, such as the inputs in the rows of a table.
  package static func beside(_ others: String?..., file: String = #filePath) -> LiteralPlace {
    LiteralPlace(file: file, others: others.compactMap { $0 })
  }

  /// Selects one of multiple literals with the same text.
  func occurrence(_ index: Int, of count: Int) -> LiteralPlace {
    var place = self
    (place.index, place.count) = (index, count)
    return place
  }
}

/// A recorder that rewrites expected texts in place: literals in test sources, pages and files.
///
/// All places refer to the files as they were when the tests were compiled. So the recorder reads each file once,
/// collects the changes, and always builds the whole file from the original.
final class Recorder: Sendable {
  /// The recorder of this process. It is on if the environment has CONTRACTKIT_RECORD=1.
  static let shared = Recorder(isOn: ProcessInfo.processInfo.environment["CONTRACTKIT_RECORD"] == "1")

  /// The reason why a text was not recorded.
  struct Refusal: Error, Equatable {
    var why: String
  }

  private struct File {
    var original: [UInt8]
    var edits: [(range: Range<Int>, bytes: [UInt8])] = []
    var source: SwiftSource?

    var edited: [UInt8] {
      var result: [UInt8] = []
      var end = 0
      for (range, bytes) in edits.sorted(by: { $0.range.lowerBound < $1.range.lowerBound }) {
        result += original[end..<range.lowerBound] + bytes
        end = range.upperBound
      }
      return result + original[end...]
    }
  }

  let isOn: Bool
  private let files = Mutex([String: File]())

  init(isOn: Bool) { self.isOn = isOn }

  /// A file as it was before anything was recorded.
  func original(_ path: String) throws -> [UInt8] {
    try files.withLock { files in try Self.file(path, in: &files).original }
  }

  private static func file(_ path: String, in files: inout [String: File]) throws -> File {
    if let file = files[path] { return file }
    let file = File(original: Array(try Data(contentsOf: URL(fileURLWithPath: path))))
    files[path] = file
    return file
  }

  /// Replaces the text of a literal, and returns the literal's line.
  func record(_ text: String, for expected: String, at place: LiteralPlace) throws -> Int {
    try files.withLock { files in
      var file = try Self.file(place.file, in: &files)
      let source = file.source ?? SwiftSource(file.original)
      file.source = source
      let literal = try Self.literal(saying: expected, at: place, in: source)
      let parts = literal.parts(saying: text, captures: literal.captures(in: expected) ?? [])
      try Self.edit(&file, literal.range, Array(literal.source(of: parts).utf8), path: place.file)
      files[place.file] = file
      return source.line(of: literal.range.lowerBound)
    }
  }

  /// Replaces a range of a file with bytes.
  func record(_ bytes: [UInt8], at range: Range<Int>, of path: String) throws {
    try files.withLock { files in
      var file = try Self.file(path, in: &files)
      try Self.edit(&file, range, bytes, path: path)
      files[path] = file
    }
  }

  private static func edit(_ file: inout File, _ range: Range<Int>, _ bytes: [UInt8], path: String) throws {
    if let other = file.edits.first(where: { $0.range.overlaps(range) || $0.range == range }) {
      guard other.range == range, other.bytes == bytes else {
        throw Refusal(why: "another test expects something else of the same place")
      }
      return
    }
    file.edits.append((range, bytes))
    try Data(file.edited).write(to: URL(fileURLWithPath: path), options: .atomic)
  }

  // MARK: Finding a literal

  /// Returns the literal with a text: the one among a call's arguments, or the only one in the file.
  private static func literal(
    saying expected: String, at place: LiteralPlace, in source: SwiftSource
  ) throws(Refusal) -> SwiftLiteral {
    let all = source.literals.filter { $0.captures(in: expected) != nil }
    if let call = place.call, let call = source.bracket(line: call.line, column: call.column) {
      let arguments = plainest(all.filter { call.contains($0.range.lowerBound) })
      if arguments.count == place.count { return arguments[place.index] }
    }
    // Far from the call, a literal that is mostly interpolations would match almost any text.
    let texts = all.filter { $0.captures(in: expected) == [] || textSize($0) > 3 }
    let found = beside(place.others, plainest(texts), in: source)
    if found.count == place.count { return found[place.index] }
    let file = place.file.split(separator: "/").last.map(String.init) ?? place.file
    throw Refusal(
      why: found.isEmpty
        ? "no string literal of \(file) says the expected text"
        : "\(found.count) string literals of \(file) say the expected text")
  }

  /// Returns the literals in which the interpolations stand for the least. An interpolation can stand for any text.
  private static func plainest(_ literals: [SwiftLiteral]) -> [SwiftLiteral] {
    let most = literals.map(textSize).max()
    return literals.filter { textSize($0) == most }
  }

  private static func textSize(_ literal: SwiftLiteral) -> Int {
    literal.parts.reduce(0) { if case .text(let text) = $1 { $0 + text.utf8.count } else { $0 } }
  }

  /// Returns the literals nearest to others. They share a bracket with the others, and no other such bracket is inside
  /// it.
  ///
  /// Brackets side by side, such as the rows of a table, are equally near, whatever their lengths.
  private static func beside(
    _ others: [String], _ literals: [SwiftLiteral], in source: SwiftSource
  ) -> [SwiftLiteral] {
    guard !others.isEmpty, literals.count > 1 else { return literals }
    let places =
      others
      .map { other in source.literals.filter { $0.captures(in: other) == [] }.map(\.range.lowerBound) }
      .filter { !$0.isEmpty }
    let whole = source.bytes.indices
    let brackets = literals.map { literal in
      source.brackets
        .filter { bracket in
          bracket.contains(literal.range.lowerBound) && places.allSatisfy { $0.contains { bracket.contains($0) } }
        }
        .min { $0.count < $1.count } ?? whole
    }
    return zip(literals, brackets)
      .filter { _, bracket in
        !brackets.contains { $0.count < bracket.count && bracket.contains($0.lowerBound) }
      }
      .map(\.0)
  }
}
