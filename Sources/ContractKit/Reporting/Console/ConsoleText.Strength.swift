import ContractCore

extension ConsoleText {
  /// How many vacuous and how many weak scenarios the summary names.
  private static let (shownVacuous, shownWeak) = (5, 3)

  /// Returns the lines of the summary about strength: the counts, the first vacuous and weak scenarios, those that could
  /// not be compared, and parts of requests that no scenario checks.
  func remarks(_ strength: StrengthReport?) -> [(String, String)] {
    guard let strength, strength.scenarios > 0 else { return [] }
    let (scenarios, prove) = (English.counted(strength.scenarios, "scenario"), settings.commands.prove)
    let counts = [(strength.vacuous, "vacuous"), (strength.weak, "weak")].filter { $0.0 > 0 }.map { "\($0) \($1)" }
    // `--prove` has made its calls, and lists the rest in its tables. If the run is strict, they are a limit.
    let hasProof = !strength.mutants.isEmpty
    let text = counts.isEmpty && hasProof ? "none is vacuous or weak" : counts.joined(separator: ", ")
    var remarks = text.isEmpty ? [] : [("strength", "\(scenarios): \(text)")]
    if !strength.isStrict { remarks += vacuous(strength) }
    let weak = strength.findings.filter(\.dependence.isWeak).map(\.result.id)
    if !weak.isEmpty, !hasProof {
      let ids = English.first(Self.shownWeak, of: weak)
      remarks.append(("weak", "\(ids): a wrong outcome could pass, too; \(prove) lists why"))
    }
    if strength.withoutComparison > 0 {
      let next = hasProof ? "" : "; \(prove) tries"
      remarks.append(("strength", "not known whether \(strength.withoutComparison) of \(scenarios) could fail\(next)"))
    }
    if let parts = strength.uncheckedParts, parts > 0, !hasProof {
      let all = English.counted(parts, "part")
      remarks.append(("unchecked", "\(all) of requests, which could change without any failure; \(prove) lists them"))
    }
    return remarks
  }

  /// Returns a line for each of the first scenarios that pass whatever the answer is.
  func vacuous(_ strength: StrengthReport) -> [(String, String)] {
    let all = strength.vacuousScenarios
    let lines = all.prefix(Self.shownVacuous).map { finding in
      let location = Self.location(finding.result.scenario.declarationRange, in: nil)
      return ("vacuous", "\(finding.result.id)  \(location): \(StrengthReport.whyVacuous)")
    }
    let more = all.count - Self.shownVacuous
    return lines + (more > 0 ? [("vacuous", "and \(more) more")] : [])
  }

  /// Returns what of a run that passed could be wrong without a failure, in a few words each. For `--prove`, its result.
  static func gaps(_ strength: StrengthReport) -> [String] {
    func scenarios(_ count: Int, _ one: String, _ many: String) -> String? {
      count == 0 ? nil : "\(English.counted(count, "scenario")) \(count == 1 ? one : many)"
    }
    let hasProof = !strength.mutants.isEmpty
    let parts = hasProof ? 0 : strength.uncheckedParts ?? 0
    return [
      hasProof && strength.vacuous + strength.weak == 0 ? "no scenario is vacuous or weak" : nil,
      scenarios(strength.vacuous, "passes whatever the answer is", "pass whatever the answer is"),
      scenarios(strength.weak, "also accepts a wrong outcome", "also accept a wrong outcome"),
      parts == 0 ? nil : "\(English.counted(parts, "part")) of requests not checked",
      scenarios(strength.withoutComparison, "perhaps cannot fail", "perhaps cannot fail"),
    ].compactMap { $0 }
  }

  /// Returns a table for each contract: the scenarios that are vacuous, weak or indistinguishable, and the mutants that survived.
  func strength(_ strength: StrengthReport) -> [CleanText] {
    strength.tables.compactMap { table in
      let findings = strength.findings.filter {
        $0.result.contract === table.contract && $0.result.client == table.client
      }
      return contract(table, findings)
    }
  }

  private func contract(_ table: MutantTable, _ findings: [StrengthReport.Finding]) -> CleanText? {
    func counted(_ count: MutantTable.Count, _ noun: String) -> String {
      "\(count.killed) of \(English.counted(count.total, "mutant")) of the \(noun) killed"
    }
    let indistinguishable = findings.count(where: \.dependence.isIndistinguishable)
    let (title, path) = (style.bold("\(table.client)/\(table.contract.name)"), table.contract.source.path)
    let heading: CleanText =
      "\(title)  \(style.dim("\(path)"))  \(counted(table.requests, "requests")), "
      + "\(table.outcomes.killed) of \(table.outcomes.total) of the outcomes"
      + (indistinguishable > 0 ? "; \(indistinguishable) indistinguishable" : "")
    var rows = Self.findings(findings)
    let requests = table.rows.filter(\.scenario.isEmpty)
    let hasMultiple = Set(requests.map(\.request)).count > 1
    rows += requests.map { row in
      (row.range, "survived: \(row.name)" + (hasMultiple ? " of \(row.request)" : ""), row.advice)
    }
    rows += Self.outcomes(table.rows.filter { !$0.scenario.isEmpty })
    rows += Self.unvaried(table) + Self.spellings(table)
    if rows.isEmpty { return nil }
    let cells = rows.map { (CleanText(Self.location($0.0, in: table.contract)), CleanText($0.1), CleanText($0.2)) }
    let widths = (cells.map(\.0.columns).max() ?? 0, min(60, cells.map(\.1.columns).max() ?? 0))
    let lines: [CleanText] = cells.map { location, name, text in
      "  \(style.dim(location.padded(to: widths.0)))  \(name.padded(to: widths.1))  \(text)"
    }
    return ([heading] + lines).joined(separator: "\n")
  }

  /// Returns a row for each finding. What is found on both transports is one row.
  private static func findings(_ findings: [StrengthReport.Finding]) -> [(SourceRange, String, String)] {
    var rows: [(first: ScenarioResult, isBoth: Bool, text: String)] = []
    for finding in findings {
      for text in finding.dependence.texts {
        let same = rows.lastIndex { $0.first.scenario === finding.result.scenario && $0.text == text }
        if let same {
          rows[same].isBoth = true
        } else {
          rows.append((finding.result, false, text))
        }
      }
    }
    return rows.map {
      ($0.first.scenario.declarationRange, $0.isBoth ? $0.first.scenario.name : $0.first.shortName, $0.text)
    }
  }

  private static let shownPointers = 6

  /// Returns one row for the outcome of each scenario.
  private static func outcomes(_ rows: [MutantTable.Row]) -> [(SourceRange, String, String)] {
    rows.chunked { $0.scenario == $1.scenario }.map { rows in
      let pointers = rows.map { row in
        (row.name.isEmpty ? "the value" : row.name)
          + (row.unnoticed == [.added]
            ? " (more members or elements)" : row.unnoticed == [.removed] ? " (missing)" : "")
      }
      let first = rows[rows.startIndex]
      return (
        first.range, "survived: outcome of \(first.scenario)",
        "\(English.first(shownPointers, of: pointers)); describe it in \"expect\" if it matters"
      )
    }
  }

  /// Returns a row for the values of the input that no variation changes.
  private static func unvaried(_ table: MutantTable) -> [(SourceRange, String, String)] {
    let all = table.unvariedInputs
    guard !all.isEmpty, let scenario = table.contract.variedScenarios.first else { return [] }
    let isDeclared = table.contract.variations?.families.contains(.inputs) == true
    let why = isDeclared ? "" : "; write \"inputs\": true into \"variations\" to change them"
    return [
      (
        scenario.input.range ?? scenario.declarationRange, "unvaried: \(English.counted(all.count, "input"))",
        "no variation changes \(English.first(shownPointers, of: all.map { Excerpt.visible($0) }))\(why)"
      )
    ]
  }

  /// Returns a row for the values that the client may write in any form.
  private static func spellings(_ table: MutantTable) -> [(SourceRange, String, String)] {
    let all = table.spellings
    guard !all.isEmpty, let range = table.contract.scenarios.first?.exchanges.first?.request?.range else { return [] }
    let forms = all.count == 1 ? "it in any form" : "them in any form"
    return [
      (
        range, "spelling: \(English.counted(all.count, "value"))",
        "\(English.first(shownPointers, of: all)): the client may write \(forms); write the text if your server reads only one"
      )
    ]
  }

  /// Returns the line of a place, with the file if it is not the contract's own.
  private static func location(_ range: SourceRange, in contract: Contract?) -> String {
    range.source === contract?.source ? ":\(range.line)" : range.lineDescription
  }
}
