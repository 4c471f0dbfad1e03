import ContractCore
import Foundation
import TestSupport
import Testing

@testable import contract_run

@Suite("contract-run schema")
struct SchemaCommandTests {
  @Test("it prints the bytes of the file", arguments: PublishedSchema.allCases)
  func prints(_ schema: PublishedSchema) async throws {
    let ended = try await TestFolder.temporary { try await contractRun(["schema", schema.rawValue], in: $0) }
    #expect(ended.status == 0 && ended.errors.isEmpty)
    let file = try Data(contentsOf: TestFolder.package.appendingPathComponent(schema.path))
    #expect(Data(ended.output.utf8) == file)
  }

  @Test("without a name, it lists the schemas")
  func list() async throws {
    let ended = try await TestFolder.temporary { try await contractRun(["schema"], in: $0) }
    #expect(ended.status == 0 && ended.errors.isEmpty)
    expectText(
      ended.output,
      is: """
        contract         contracts, *.contract.json
        configuration    the configuration, contract-run.json
        accepted         files of what people accepted, accepted.json
        report           JSON reports
        compare          JSON reports of compare
        list             what run --list=json prints
        driver-protocol  the lines that drivers and contract-run exchange

        """)
  }

  @Test("an unknown name, two names and a driver are mistakes on the command line")
  func mistakes() async throws {
    var errors: [String] = []
    for line in [["contracts"], ["x"], ["contract", "report"], ["contract", "--", "driver"]] {
      let ended = try await TestFolder.temporary { try await contractRun(["schema"] + line, in: $0) }
      #expect(ended.status == 2 && ended.output.isEmpty)
      errors.append(ended.errors)
    }
    expectTexts(
      errors,
      are: [
        """
        contract-run: error: unknown schema 'contracts'
        contract-run: did you mean 'contract'? schemas: contract, configuration, accepted, report, compare, list, driver-protocol
        contract-run: run 'contract-run schema --help' for usage

        """,
        """
        contract-run: error: unknown schema 'x'
        contract-run: schemas: contract, configuration, accepted, report, compare, list, driver-protocol
        contract-run: run 'contract-run schema --help' for usage

        """,
        """
        contract-run: error: 'contract-run schema' prints one schema, found 'contract' and 'report'
        contract-run: run it once for each schema
        contract-run: run 'contract-run schema --help' for usage

        """,
        """
        contract-run: error: 'contract-run schema' does not take a driver
        contract-run: run 'contract-run schema --help' for usage

        """,
      ])
  }

  @Test("if nobody reads the rest of a schema, nothing is reported")
  func closed() async throws {
    let line = "'\(TestFolder.products.path)/contract-run' schema contract | head -1"
    let ended = try await TestFolder.temporary {
      try await BuiltCommand(["-c", line], program: "/bin/sh", in: $0).end()
    }
    #expect(ended.status == 0)
    #expect(ended.output == "{\n" && ended.errors.isEmpty)
  }

  @Test("the names complete the command line")
  func completion() {
    let completion = Completion(["schema", ""]) { _, _ in [] }
    #expect(completion.words.map(\.text) == PublishedSchema.allCases.map(\.rawValue))
    #expect(!completion.takesFile && completion.words.allSatisfy { !$0.description.isEmpty })
    #expect(Completion(["schema", "contract", ""]) { _, _ in [] } == Completion())
  }
}
