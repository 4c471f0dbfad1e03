import Foundation
import TestSupport
import Testing

@testable import contract_run

@Suite("The tables of commands")
struct CommandTableTests {
  @Test("docs/configuration.md has the commands and their options as they are declared")
  func documentation() {
    expectText(Help.commandTable, isTableAfter: "## Commands", of: "docs/configuration.md")
    expectText(Help.optionTable, isTableAfter: "## Options", of: "docs/configuration.md")
  }

  @Test("every command has a page and a summary of its own, and each option one declaration for a command")
  func declarations() {
    for command in Command.all {
      #expect(
        FileManager.default.fileExists(atPath: TestFolder.package.path + "/docs/\(command.page.prefix { $0 != "#" })"),
        "\(command.name)")
      #expect(Set(command.options.map(\.name)).count == command.options.count, "\(command.name)")
      #expect(Command.named(command.name) == command)
    }
    #expect(Set(Command.all.map(\.name)).count == Command.all.count)
    #expect(Set(Command.all.map(\.summary)).count == Command.all.count)
  }

  @Test("a command line that another command makes is one that people can type")
  func words() throws {
    var arguments = Arguments(.learn, paths: ["specs"], driver: ["./driver", "-v"])
    arguments.replace(.write)
    arguments.replace(.config, with: "c.json")
    let read = try Arguments([arguments.command.name] + arguments.words() + arguments.operands)
    #expect(read.command == .learn && read.has(.write) && read.last(.config) == "c.json")
    #expect(read.paths == ["specs"] && read.driver == ["./driver", "-v"])
  }
}

extension Help {
  /// Returns the table of commands in docs/configuration.md.
  fileprivate static var commandTable: String {
    let rows = Command.all.map { command in
      let usage = "\(command.name) \(command.usage)".split(separator: " ").filter { $0 != "[OPTION…]" }
      return row("`\(usage.joined(separator: " "))`", linked(command.summary, command.page))
    }
    return table(["command", "what it does"], rows)
  }

  /// Returns the table of options in docs/configuration.md: those that mean the same in multiple commands are one row.
  fileprivate static var optionTable: String {
    var rows: [(option: Option, commands: [String])] = []
    for command in Command.all {
      for option in command.options {
        if let index = rows.firstIndex(where: { $0.option == option && $0.option.meaning == option.meaning }) {
          rows[index].commands.append(command.name)
        } else {
          let last = rows.lastIndex { $0.option == option }
          rows.insert((option, [command.name]), at: last.map { $0 + 1 } ?? rows.endIndex)
        }
      }
    }
    return table(
      ["option", "command", "meaning"],
      rows.map { option, commands in
        let name = (option.letter.map { "`-\($0)`, " } ?? "") + "`\(usage(option))`"
        return row(name, shown(commands), option.page.map { linked(option.meaning, $0) } ?? option.meaning)
      })
  }

  /// Returns names of commands, or those that are missing if these are fewer.
  private static func shown(_ commands: [String]) -> String {
    let others = Command.all.map(\.name).filter { !commands.contains($0) }
    if others.isEmpty { return "all" }
    return others.count < 5 ? "all except \(others.joined(separator: ", "))" : commands.joined(separator: ", ")
  }

  /// Returns a text as a link to a page, up to its details.
  private static func linked(_ text: String, _ page: String) -> String {
    let target = page.replacing(#/^configuration\.md(?=#)/#, with: "")
    let end = text.brief.endIndex
    return "[\(text[..<end])](\(target))\(text[end...])"
  }

  private static func row(_ cells: String...) -> String {
    "| \(cells.map { $0.replacing("|", with: "\\|") }.joined(separator: " | ")) |"
  }

  private static func table(_ heads: [String], _ rows: [String]) -> String {
    let head = [heads.joined(separator: " | "), heads.map { _ in "---" }.joined(separator: " | ")].map { "| \($0) |" }
    return (head + rows).joined(separator: "\n") + "\n"
  }
}
