package import ContractCore
import Foundation

// A comparison of two releases as JSON, with everything that is known about it, for programs. See docs/compare.md.
extension ComparisonText {
  /// The format's version. It increases if a member changes its meaning, not if a member is added.
  private static let format = 1

  /// Returns the document.
  ///
  /// - Parameter runner: The runner's name and version.
  package func json(runner: String) -> JSON {
    JSON(members: [
      "format": .number(Self.format), "runner": .string(runner),
      "old": release(comparison.old), "new": release(comparison.new),
      "across": .init(booleanLiteral: comparison.isAcross), "exitStatus": .number(Int(comparison.exitStatus)),
      "summary": .string(headline), "obstacle": comparison.obstacle.map { .string($0) },
      "counts": [
        "compared": .number(comparison.compared.count), "different": .number(comparison.different.count),
        "skipped": .number(comparison.skipped.count), "errored": .number(Set(comparison.errored.map(\.id)).count),
        "causes": .number(comparison.causes.count),
        "accepted": .number(comparison.causes.count - comparison.open.count),
        "hiddenSecrets": .number(comparison.hiddenSecrets), "verdictsOnly": .number(comparison.verdictsOnly),
        "unsteady": .number(comparison.unsteady),
        "failing": .number(comparison.failing),
      ],
      "causes": .array(comparison.causes.map(cause)),
      "notCompared": .array(
        comparison.masked.map { masked in
          ["place": .string(masked.place), "why": .string(masked.reason.rawValue), "scenarios": .strings(masked.ids)]
        }),
      "notObserved": .array(
        comparison.unobserved.map { ["place": .string($0.place), "scenarios": .number($0.scenarios)] }),
      "errored": .array(
        comparison.errored.map {
          ["scenario": .string($0.id), "release": .string($0.release), "why": .string($0.why)]
        }),
      "skipped": .strings(comparison.skipped),
      "accepted": .array(comparison.entryProblems.map(JSONReport.accepted)),
    ])
  }

  private func release(_ release: Release) -> JSON {
    [
      "name": .string(release.name), "isReport": .init(booleanLiteral: release.isSaved),
      "rounds": .number(release.runs.count), "started": .string(JSONReport.time(release.runs[0].time.lowerBound)),
      "scenarios": .number(release.ids.count),
    ]
  }

  private func cause(_ cause: ReleaseCause) -> JSON {
    JSON(members: [
      "severity": .string(cause.severity.rawValue), "place": .string(cause.place), "kind": .string(cause.kind.rawValue),
      "line": .string(cause.line),
      "values": .array(cause.pairs.map { ["old": JSON(orNull: $0.old?.text), "new": JSON(orNull: $0.new?.text)] }),
      "hasMoreValues": cause.hasMorePairs ? true : nil, "endpoints": .strings(cause.endpoints),
      "scenarios": .strings(cause.ids),
      "nowFailing": .number(cause.nowFailing), "accepted": cause.acceptance.map { .string($0) },
      "show": .string(command(cause.ids[0])),
    ])
  }
}
