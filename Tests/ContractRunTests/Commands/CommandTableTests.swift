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
