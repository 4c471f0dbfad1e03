package import ContractCore

/// What is wrong, as compilers print it, for editors: `FILE:LINE:COLUMN: error: TEXT [ID]`, one line for each problem.
package struct ProblemReport: Sendable {
  /// The lines, each with a line feed at its end, as UTF-8.
  package let utf8: [UInt8]

  /// Lists what fails a run: each cause, with the id of the scenario that shows it best; what is not a scenario, with
  /// its code; and vacuous scenarios, which are warnings unless the run is strict.
  package init(_ report: RunReport, checkout: Checkout) {
    let judged = report.judged
    let causes = Causes(of: judged, variations: report.variations).all.map { cause in
      let (result, others) = (judged[cause.shown], cause.results.count - 1)
      let more = others > 0 ? ", also in \(English.counted(others, "other"))" : ""
      return Self.line(
        cause.reason.range ?? result.scenario.declarationRange, .error, "\(cause.reason.summary)\(more) [\(result.id)]",
        checkout)
    }
    let problems = report.problems.flatMap(\.cases).map { problem in
      let text = problem.text.prefix { $0 != "\n" }
      return Self.line(problem.range, .error, "\(text) [\(problem.type)]", checkout)
    }
    let vacuous = (report.strength?.vacuousScenarios ?? []).map { finding in
      Self.line(
        finding.result.scenario.declarationRange, report.strength?.isStrict == true ? .error : .warning,
        "\(StrengthReport.vacuousText) [\(finding.result.id)]", checkout)
    }
    self.init(causes + problems + vacuous)
  }

  /// Lists the diagnostics of files. Warnings end with their code.
  package init(_ diagnostics: [Diagnostic], checkout: Checkout) {
    self.init(diagnostics.inSourceOrder.map { Self.line($0.range, $0.severity, $0.message, checkout) })
  }

  private init(_ lines: [CleanText]) { utf8 = Array(lines.map { "\($0.string.withoutCommands)\n" }.joined().utf8) }

  private static func line(
    _ range: SourceRange, _ severity: Diagnostic.Severity, _ text: String, _ checkout: Checkout
  ) -> CleanText {
    let position = range.position
    return "\(checkout.link(to: range.source)):\(position.line):\(position.column): \(severity.rawValue): \(text)"
  }
}
