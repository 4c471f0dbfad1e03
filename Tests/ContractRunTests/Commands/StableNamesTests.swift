import Foundation
import TestSupport
import Testing

@testable import ContractCore
@testable import contract_run

/// The names that docs/stability.md promises: none is ever renamed or removed. The public API has a list of its own.
@Suite("The stable names in docs/stable-names.txt")
struct StableNamesTests {
  private static let file = "docs/stable-names.txt"

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
    let json = try #require(JSON.parse(schema.text))
    var names: [String] = []
    func walk(_ json: JSON, in definition: String) {
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
    walk(json, in: "")
    return names
  }

  @Test("every name that was promised exists, and every name is in the list")
  func names() throws {
    let names = try Set(
      Self.commandLine + ContractWarning.codes.map { "warning \($0)" }
        + PublishedSchema.allCases.flatMap(Self.names))
    let url = TestFolder.package.appendingPathComponent(Self.file)
    let promised = (try? String(contentsOf: url, encoding: .utf8))?.split(separator: "\n").map(String.init) ?? []
    let lost = Set(promised).subtracting(names).sorted()
    #expect(lost.isEmpty, "docs/stability.md promises these names; keep them, and add the new ones beside them")
    expectText(names.union(promised).sorted().joined(separator: "\n") + "\n", isFile: Self.file)
  }

  @Test(
    "an old name is an error that names the new one",
    arguments: [
      ("unscripted", "unexpectedRequest", KnownIssue.codes), ("unreviewed", "unapproved", KnownIssue.codes),
      ("variations", "approvals", ["name", "specs", "driver", "approvals"]), ("reviewed", "approved", ["approved"]),
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
