import ContractCore

extension ConsoleText {
  /// Returns a text about each group of problems with coverage.
  func problems(_ coverage: Coverage) -> [CleanText] {
    coverage.groups.map { group in
      let lines = CleanText(lines: group.text).lines
      return (["\(style.sign(.failed)) \(style.bold(lines[0]))"] + lines.dropFirst().map { "  \($0)" })
        .joined(separator: "\n")
    }
  }

  /// What the table shows about a kind on a transport.
  private enum Mark: String, CaseIterable {
    case covered, missing, errored, skipped
    case absent = "no scenario"
    case excepted = "exception"

    init(_ row: Coverage.Row, _ kind: Response.Kind, _ transport: Transport) {
      let state = row[kind, transport]
      self =
        switch state {
        case .covered: .covered
        case .errored: .errored
        case .skipped, .absent:
          if row.isMissing(kind, on: transport) {
            .missing
          } else if row.requirement?.excepts(kind, in: row.contract) == true {
            .excepted
          } else {
            state == .skipped ? .skipped : .absent
          }
        }
    }
  }

  private func sign(_ mark: Mark) -> CleanText {
    switch mark {
    case .covered: style.sign(.passed)
    case .missing: style.sign(.failed)
    case .errored: style.sign(.errored)
    case .skipped: style.sign(.skipped)
    case .absent: style.dim("·")
    case .excepted: "-"
    }
  }

  /// Returns the table of contracts and kinds, with a sign for each transport; nil if no contract is part of the run.
  func table(_ coverage: Coverage) -> CleanText? {
    if coverage.rows.isEmpty { return nil }
    let kinds = Response.Kind.allCases
    let names: [CleanText] = coverage.rows.map { "\($0.client)/\($0.contract.name)" }
    let title: CleanText = "coverage"
    var width = max(title.columns, names.map(\.columns).max() ?? 0)
    let rest = kinds.reduce(0) { $0 + 2 + $1.rawValue.count }
    if let columns = settings.width { width = max(title.columns, min(width, columns - rest)) }
    var lines = [([style.bold(title.padded(to: width))] + kinds.map { CleanText($0.rawValue) }).joined(separator: "  ")]
    var marks: Set<Mark> = []
    for (row, name) in zip(coverage.rows, names) {
      var line = name.cutFront(to: width).padded(to: width)
      for (index, kind) in kinds.enumerated() {
        let own = row.transports.map { Mark(row, kind, $0) }
        marks.formUnion(own)
        let isLast = index == kinds.count - 1
        line += "  " + own.map(sign).joined(separator: "")
        if !isLast { line += CleanText.empty.padded(to: kind.rawValue.count - own.count) }
      }
      lines.append(line)
    }
    let legend: [CleanText] = Mark.allCases.filter(marks.contains).map { "\(sign($0)) \($0.rawValue)" }
    lines.append("  " + legend.joined(separator: "  "))
    if coverage.rows.contains(where: { $0.transports.count > 1 }) {
      lines.append("  two signs: \(Transport.allCases.map(\.rawValue).joined(separator: ", then "))")
    }
    return lines.joined(separator: "\n")
  }
}
