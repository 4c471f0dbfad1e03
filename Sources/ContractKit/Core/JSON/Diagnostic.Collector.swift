extension Diagnostic {
  /// Where the readers of a file note what is wrong with it; belongs to one thread.
  package final class Collector {
    /// In the order found; each mistake once, however often it is met.
    package private(set) var diagnostics: [Diagnostic] = []
    /// What was noted, by place and message: parts that several scenarios share are read several times.
    private var seen: Set<Key> = []

    /// What is no JSON.
    private var broken: [ObjectIdentifier: Broken] = [:]

    /// Stretches of a text, in order, each with the farthest end of all up to it: there may be a hundred thousand.
    private struct Broken {
      private var starts: [Int] = []
      private var ends: [Int] = []

      init(_ ranges: [SourceRange]) {
        for range in ranges.sorted(by: { $0.start < $1.start }) {
          starts.append(range.start)
          ends.append(max(range.end, ends.last ?? 0))
        }
      }

      func overlaps(_ range: SourceRange) -> Bool {
        let count = starts.upperBound(of: range.end - 1, by: \.self)
        return count > 0 && ends[count - 1] > range.start
      }
    }

    private struct Key: Hashable {
      var source: ObjectIdentifier
      var start: Int
      var message: String
    }

    /// Makes a collector that holds nothing yet.
    package init() {}

    /// Notes a mistake, or a doubt.
    package func note(_ problem: Problem, at range: SourceRange, severity: Severity = .error) {
      note(Diagnostic(problem, at: range, severity: severity))
    }

    /// Notes a diagnostic made elsewhere.
    package func note(_ diagnostic: Diagnostic) {
      if isConsequence(diagnostic.range) { return }
      let key = Key(
        source: ObjectIdentifier(diagnostic.range.source), start: diagnostic.range.start, message: diagnostic.message)
      if seen.insert(key).inserted { diagnostics.append(diagnostic) }
    }

    /// A string that must be one of a few; nil, and noted, where it is none of them.
    ///
    /// - Parameter what: What the few are, without article, as messages name one: `transport`.
    package func name(_ string: Located<String>, of allowed: [String], what: String) -> Located<String>? {
      if allowed.contains(string.value) { return string }
      note(.unknownName(string.value, what: what, allowed: allowed), at: string.range)
      return nil
    }

    /// Reads strict JSON; nil, and noted, where reading ended early.
    package func parse(_ source: Source) -> JSON? {
      var found: [Diagnostic] = []
      let json = JSON.parse(source, diagnostics: &found)
      note(parsing: found)
      return json
    }

    /// Notes what is wrong with a text that was read as JSON elsewhere.
    package func note(parsing found: [Diagnostic]) {
      for diagnostic in found { note(diagnostic) }
      for (source, found) in Dictionary(grouping: found, by: { ObjectIdentifier($0.range.source) }) {
        broken[source] = Broken(found.map(\.range))
      }
    }

    /// Whether a place is a string, number or word that is no JSON to begin with: what else is wrong with it is not told.
    private func isConsequence(_ range: SourceRange) -> Bool {
      if broken.isEmpty { return false }
      let bytes = range.source.bytes
      guard range.start < bytes.count, ![UInt8(ascii: "{"), UInt8(ascii: "[")].contains(bytes[range.start]) else {
        return false
      }
      return broken[ObjectIdentifier(range.source)]?.overlaps(range) == true
    }
  }
}

extension SourceRange {
  /// The place of values that no file wrote.
  static let nowhere = SourceRange(source: Source(path: "", bytes: []), start: 0, end: 0)
}

extension JSON {
  /// The value in a few words, for "X is …, expected …": its type with an article, or the value itself where it is short.
  package var phrase: String {
    switch kind {
    case .null: "null"
    case .bool(let bool): bool ? "true" : "false"
    case .number(let number): number.literal.utf8.count <= 24 ? "the number \(number.literal)" : "a number"
    case .string(let string):
      string.isEmpty
        ? "an empty string" : string.count <= 24 && !string.contains("\n") ? "the string \"\(string)\"" : "a string"
    case .array: "an array"
    case .object: "an object"
    }
  }
}
