import Foundation
import TestSupport
import Testing

@testable import ContractCore
@testable import contract_run

/// The names that docs/stability.md promises, in its two tiers. The public API has a list of its own.
@Suite("The stable names in docs/stable-names.txt")
struct StableNamesTests {
  private static let file = "docs/stable-names.txt"

  /// The beginnings of the names in the first tier: what contracts, drivers and jobs of CI depend on. All others are in the
  /// second.
  private static let first = [
    "command check", "command merge", "command run", "configuration", "contract", "driver-protocol", "report code: ",
  ]
  /// Those of the first that are in the second tier even so: the names of single variations, which come with each version.
  private static let notFirst = ["contract variation", "contract security", "contract hostile"]

  private static func isFirst(_ name: String) -> Bool {
    first.contains(where: name.hasPrefix) && !notFirst.contains(where: name.hasPrefix)
  }

  /// The commands, their options with the values that are names, and their exit statuses.
  private static var commandLine: [String] {
    Command.all.flatMap { command in
      let name = "command \(command.name)"
      let options = command.options.flatMap { option in
        let choices = if case .choice(let choices) = option.value { choices } else { [String]() }
        return ["\(name): \(option.name)"] + choices.map { "\(name): \(option.name) \($0)" }
      }
      let statuses = "\n\(command.statuses)".matches(of: #/\n(\d+(?: \+ N)?)  /#).map {
        "\(name): exits with \($0.output.1)"
      }
      return [name] + options + statuses
    }
  }

  /// Returns the members of a format and the values that are names, each with the definition that has it.
  private static func names(of schema: PublishedSchema) throws -> [String] {
    let schemas = try #require(JSON.parse(schema.text))
    var names: [String] = []
    /// - Parameter definition: The name of the definition, after a space.
    func walk(_ json: JSON, in definition: String) {
      // What a schema takes over from another one is its own, too.
      if json["properties"] != nil, let other = json["$ref"]?.string?.split(separator: "/").last,
        let members = schemas["$defs"]?[String(other)]
      {
        walk(members, in: definition)
      }
      if let elements = json.array {
        for element in elements { walk(element, in: definition) }
        return
      }
      for member in json.object?.members ?? [] {
        switch member.name {
        case "$defs":
          for part in member.value.object?.members ?? [] { walk(part.value, in: " \(part.name)") }
        case "properties":
          for property in member.value.object?.members ?? [] {
            names.append("\(schema.rawValue)\(definition): \(property.name)")
            walk(property.value, in: definition)
          }
        case "enum", "const":
          for value in member.value.array ?? [member.value] {
            if let text = value.string { names.append("\(schema.rawValue)\(definition): \"\(text)\"") }
          }
        // What is not allowed is not promised.
        case "not", "default", "examples", "defaultSnippets": continue
        default: walk(member.value, in: definition)
        }
      }
    }
    walk(schemas, in: "")
    return names
  }

  private static let titles = ["# Tier 1", "# Tier 2"]

  @Test("every name that was promised exists, and every name is in its tier of the list")
  func names() throws {
    let names = try Set(
      Self.commandLine + ContractWarning.codes.map { "warning \($0)" }
        + PublishedSchema.allCases.flatMap(Self.names))
    let url = TestFolder.package.appendingPathComponent(Self.file)
    let listed = (try? String(contentsOf: url, encoding: .utf8))?.split(separator: "\n").map(String.init) ?? []
    let promised = Set(listed.prefix { $0 != Self.titles[1] }).subtracting(Self.titles)
    let lost = promised.subtracting(names).sorted()
    #expect(lost.isEmpty, "docs/stability.md promises these names; keep them, and add the new ones beside them")
    let first = promised.union(names.filter(Self.isFirst))
    let tiers = [first, names.subtracting(first)].map { $0.sorted() }
    expectText(zip(Self.titles, tiers).flatMap { [$0] + $1 }.joined(separator: "\n") + "\n", isFile: Self.file)
    // The same name in multiple parts of a format is one word to know.
    let words = Set(first.map { $0.split(separator: ": ", maxSplits: 1).last.map(String.init) ?? $0 })
    #expect(words.count <= 400, "what never changes must stay small; a new name may need an old one to go")
  }

  @Test("a person can know the command line: at most 150 pairs of a command and an option")
  func pairs() {
    let pairs = Command.all.reduce(0) { $0 + $1.options.count }
    #expect(pairs <= 150, "who would miss one of them?")
  }

  @Test("what the first tier of docs/stability.md names is in the first tier")
  func tiers() {
    for name in [
      "command run: --filter", "contract response: kind", "configuration: clients", "driver-protocol: hello",
    ] {
      #expect(Self.isFirst(name))
    }
    for name in ["command learn: --write", "contract variations: \"null\"", "report: counts", "warning unused-file"] {
      #expect(!Self.isFirst(name))
    }
  }

  @Test(
    "an old name is an error that names the new one",
    arguments: [
      ("unscripted", "unexpectedRequest", AcceptedEntry.codes), ("unreviewed", "unapproved", AcceptedEntry.codes),
      ("knownIssues", "accepted", ["specs", "clients", "accepted"]),
      ("junit-rich", "junit", ["junit", "json"]),
      ("reviewed", "approved", ["approved"]),
    ])
  func renamed(_ old: String, _ new: String, names: [String]) {
    #expect(Suggestion.of(old, in: names) == new)
    // A file that has the old name as its own is not meant.
    #expect(Suggestion.of(old, in: [old]) == nil)
  }

  @Test("an old name on the command line is answered as docs/stability.md shows")
  func oldSchema() async throws {
    let page = try Page("docs/stability.md")
    let ended = try await TestFolder.temporary { try await contractRun(["schema", "reviews"], in: $0) }
    expectText("$ contract-run schema reviews\n\(ended.errors)", is: try #require(page.fences.first))
  }
}
