package import ContractCore

/// The differences between two releases that people accepted.
package struct DifferenceApprovals: Sendable {
  /// One difference that people accepted.
  package struct Entry: Sendable {
    /// The place in the words of reports: `header User-Agent`.
    package var difference: String
    /// The values of both sides; nil if any values are accepted. A side is nil if it has no value.
    package var values: (old: String?, new: String?)?
    package var because: String
    /// The place of the entry in its file.
    package var range: SourceRange

    fileprivate func covers(_ pair: (old: String?, new: String?)) -> Bool {
      values.map { $0.old == pair.old && $0.new == pair.new } ?? true
    }
  }

  /// An entry that fits no difference.
  package struct Stale: Sendable {
    package var entry: Entry
    /// What differs at its place now; nil if nothing does.
    package var now: String?
  }

  package private(set) var entries: [Entry] = []
  /// The entries that fit nothing in a whole comparison.
  package private(set) var stale: [Stale] = []

  package init() {}

  private static let members = ["difference", "old", "new", "because"]

  /// Reads a file. Notes every mistake in it.
  package init(_ file: AcceptedFile, _ diagnostics: Diagnostic.Collector) {
    entries = file.entries(allowed: Self.members, diagnostics).compactMap { reader in
      let difference = reader.string("difference", required: true)
      let because = reader.string("because", required: true)
      let sides = ["old", "new"].map { reader.value($0) }
      if sides.contains(where: { $0 == nil }), sides.contains(where: { $0 != nil }) {
        reader.noteWrong(
          sides[0] == nil ? "new" : "old", expected: "both \"old\" and \"new\", or neither of them for any values")
        return nil
      }
      func side(_ index: Int, _ name: String) -> String? {
        sides[index].flatMap { $0.isNull ? nil : reader.string(name, mayBeEmpty: true)?.value }
      }
      guard let difference, let because else { return nil }
      return Entry(
        difference: difference.value, values: sides[0] == nil ? nil : (side(0, "old"), side(1, "new")),
        because: because.value, range: reader.range)
    }
  }

  /// Marks the causes that are accepted, and finds the entries that fit nothing.
  ///
  /// - Parameter isWhole: Whether nothing was left out. Otherwise, an entry may be for what was left out.
  mutating func judge(_ causes: inout [ReleaseCause], isWhole: Bool) {
    var used: Set<Int> = []
    for index in causes.indices {
      let fitting = entries.indices.filter { entries[$0].difference == causes[index].place }
      let pairs = causes[index].pairs
      for place in fitting where pairs.contains(where: entries[place].covers) { used.insert(place) }
      let isCovered = pairs.allSatisfy { pair in fitting.contains { entries[$0].covers(pair) } }
      if isCovered, !causes[index].hasMorePairs || fitting.contains(where: { entries[$0].values == nil }) {
        causes[index].approval = fitting.map { entries[$0].because }.uniqued().joined(separator: "; ")
      }
    }
    guard isWhole else { return }
    stale = entries.indices.filter { !used.contains($0) }.map { index in
      Stale(
        entry: entries[index], now: causes.first { $0.place == entries[index].difference }.map(\.title))
    }
  }

  /// Returns the entries that accept a cause, as a file has them: one for each pair of values. If a cause has more pairs
  /// than it keeps, one entry for any values.
  package static func entries(for cause: ReleaseCause, because: String) -> [JSON] {
    let place = ("difference", JSON.string(cause.place))
    if cause.hasMorePairs { return [.object([place, ("because", .string(because))])] }
    return cause.pairs.map { old, new in
      .object([place, ("old", JSON(orNull: old)), ("new", JSON(orNull: new)), ("because", .string(because))])
    }
  }
}
