/// "Did you mean": the known name that is nearest to a mistyped one.
package enum Suggestion {
  /// Names that earlier versions had, with those that replaced them.
  private static let renamed = [
    "unscripted": "unexpectedRequest", "unreviewed": "unapproved", "reviewed": "approved", "reviews": "accepted",
    "known-issues": "accepted", "knownIssues": "accepted", "approvals": "accepted", "differences": "accepted",
    "junit-rich": "junit",
  ]

  /// Returns the name that replaced an old one, or else the nearest name if it is near enough to be meant: at most a
  /// third of the letters differ (case-insensitive), or one of the two is a part of the other.
  package static func of(_ name: String, in names: some Sequence<String>) -> String? {
    if let new = renamed[name], names.contains(new) { return new }
    let typed = Array(name.lowercased())
    let limit = max(1, typed.count / 3)
    let ranked = names.map { ($0, distance(typed, Array($0.lowercased()))) }
    guard let best = ranked.min(by: { $0.1 < $1.1 }), best.0 != name else { return nil }
    if best.1 <= limit { return best.0 }
    let short = 4
    let part = ranked.filter { known, _ in
      min(typed.count, known.count) >= short
        && (known.lowercased().contains(name.lowercased()) || name.lowercased().contains(known.lowercased()))
    }
    return part.min { $0.1 < $1.1 }?.0
  }

  /// Returns the nearest of some names that a file defines; nil if a name, or the list, is longer than anybody types.
  package static func ofShort(_ name: String, in names: [String]) -> String? {
    let limit = 200
    guard name.utf8.count <= limit, names.count <= 1000 else { return nil }
    return of(name, in: names.filter { $0.utf8.count <= limit })
  }

  /// Returns the names that are nearest to a name, nearest first, however different they are.
  package static func nearest(_ count: Int, to name: String, in names: [String]) -> [String] {
    let typed = Array(name.lowercased())
    let ranked = names.enumerated().map { ($0.element, distance(typed, Array($0.element.lowercased())), $0.offset) }
    return ranked.sorted { ($0.1, $0.2) < ($1.1, $1.2) }.prefix(count).map(\.0)
  }

  /// Returns how many letters must be added, dropped, changed or swapped with their neighbor to turn one word into the
  /// other.
  package static func distance<Letter: Equatable>(_ a: [Letter], _ b: [Letter]) -> Int {
    if a.isEmpty || b.isEmpty { return max(a.count, b.count) }
    var before: [Int] = []
    var last = Array(0...b.count)
    for i in 1...a.count {
      var row = [i]
      for j in 1...b.count {
        var cost = min(last[j] + 1, row[j - 1] + 1, last[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1))
        if i > 1, j > 1, a[i - 1] == b[j - 2], a[i - 2] == b[j - 1] { cost = min(cost, before[j - 2] + 1) }
        row.append(cost)
      }
      (before, last) = (last, row)
    }
    return last[b.count]
  }
}
