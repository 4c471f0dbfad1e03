import ContractCore

/// What two releases did in one scenario, as lines beside each other.
struct CallRows {
  /// A line of each release. One of them is nil if the other release has no such line.
  typealias Row = (old: String?, new: String?)

  private(set) var rows: [Row] = []

  /// The lines of both releases below each other: what only the old one did with `-`, what only the new one did with `+`,
  /// and all else with a space.
  var lines: [(sign: String, text: String)] {
    rows.flatMap { row -> [(sign: String, text: String)] in
      if row.old == row.new { return [(" ", row.old ?? "")] }
      return [row.old.map { ("-", $0) }, row.new.map { ("+", $0) }].compactMap(\.self)
    }
  }

  init(_ comparison: ReleaseComparison, _ id: String) {
    let (old, new) = (comparison.old.runs[0].calls[id], comparison.new.runs[0].calls[id])
    let (left, right) = (Self.lines(old), Self.lines(new))
    var numbers = Numbering<String>()
    let (a, b) = (left.map { numbers.number(of: $0) }, right.map { numbers.number(of: $0) })
    var (index, other) = (0, 0)
    for (one, two) in SequenceAlignment.pairs(a, b) + [(left.count, right.count)] {
      for offset in 0..<max(one - index, two - other) {
        let (place, otherPlace) = (index + offset, other + offset)
        rows.append((place < one ? left[place] : nil, otherPlace < two ? right[otherPlace] : nil))
      }
      if one < left.count { rows.append((left[one], right[two])) }
      (index, other) = (one + 1, two + 1)
    }
  }

  /// The largest number of lines of one release, and of characters of a line.
  private static let (lineLimit, width) = (400, 400)

  private static func lines(_ call: ReleaseCall?) -> [String] {
    guard let call else { return ["no such scenario"] }
    var lines = ["verdict: \(call.verdictText)"]
    for (index, request) in (call.shown["requests"]?.elements ?? []).enumerated() {
      let query = request["written"]?["query"]?.string
      let target = [request["host"], request["path"]].compactMap { $0?.string }.joined()
      let method = request["method"]?.string ?? ""
      lines.append("request \(index + 1): \(method) \(target)\(query.map { "?\($0)" } ?? "")")
      lines += (request["headers"]?.members ?? []).map { "  \($0.name): \($0.value.string ?? $0.value.text)" }
      lines += (request["cookies"]?.members ?? []).map { "  cookie \($0.name): \($0.value.string ?? $0.value.text)" }
      if let timeout = request["timeout"] { lines.append("  timeout: \(timeout.text) s") }
      if let body = request["body"], let format = body["format"]?.string, format != "none" {
        lines.append("  body: \(format)")
        lines += indented(body["value"])
      }
    }
    let outcome = call.shown["outcome"] ?? .null
    lines += outcome.isNull ? ["no outcome"] : outcome.members.flatMap { ["\($0.name):"] + indented($0.value) }
    let more = lines.count - lineLimit
    return lines.prefix(lineLimit).map { Excerpt.beginning(of: $0, limit: width) }
      + (more > 0 ? ["and \(more) more lines"] : [])
  }

  private static func indented(_ json: JSON?) -> [String] {
    (json?.prettyText ?? "").split(separator: "\n").map { "    \($0)" }
  }
}
