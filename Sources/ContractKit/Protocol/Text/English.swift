/// Numbers and lists as people write them.
package enum English {
  /// Returns a number with its noun: `1 element`, `2,000 elements`.
  package static func counted(_ count: Int, _ noun: String) -> String {
    "\(grouped(count)) \(noun)\(count == 1 ? "" : "s")"
  }

  /// Returns how many scenarios and variations there are, each unless there are none.
  package static func counted(scenarios: Int, variations: Int) -> [String] {
    [(scenarios, "scenario"), (variations, "variation")].filter { $0.0 > 0 }.map { counted($0.0, $0.1) }
  }

  /// Returns a number in groups of three digits: `1,000,000`.
  package static func grouped(_ count: Int) -> String {
    var digits = String(count)
    var end = digits.utf8.count - 3
    while end > 0 {
      digits.insert(",", at: digits.index(digits.startIndex, offsetBy: end))
      end -= 3
    }
    return digits
  }

  /// Returns a list as text: `a`, `a and b`, `a, b and c`, or with a word other than "and".
  package static func listed(_ names: [String], _ conjunction: String = "and") -> String {
    guard let last = names.last, names.count > 1 else { return names.joined() }
    return names.dropLast().joined(separator: ", ") + " \(conjunction) " + last
  }

  /// Returns the first of some names, and how many more there are: `a, b, and 3 more`.
  package static func first(_ limit: Int, of names: [String]) -> String {
    names.prefix(limit).joined(separator: ", ") + andMore(names.count - limit)
  }

  /// Returns the end of a text that shows only some: `, and 3 more`; "" if it shows all.
  package static func andMore(_ count: Int) -> String { count > 0 ? ", and \(count) more" : "" }
}
