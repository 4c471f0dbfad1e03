import ContractCore
import Foundation
import TestSupport
import Testing

@testable import contract_run

@Suite("The names of secrets in a configuration")
struct ConfigurationSecretsTests {
  @Test("results of the configuration's clients do not show the values under its names")
  func results() async throws {
    try TestFolder.temporary { folder in
      let path = folder.appendingPathComponent("contract-run.json").path
      try folder.write(
        """
        { "specs": ["specs"], "secrets": ["X-Tenant", "!public_key"],
          "clients": [{ "name": "a", "driver": ["d"], "transport": "memory" }] }
        """, to: "contract-run.json")
      try folder.write(
        ServeFixture.contract("e", scenarios: ServeFixture.scenario("s")), to: "specs/e.contract.json")
      let configuration = try #require(Configuration.read(path).configuration)
      let plan = Plan.make(
        configuration.clients, selection: RunSettings.Selection(), transports: nil, isFull: true,
        secrets: configuration.secrets)
      let client = try #require(plan.clients.first)
      let verdict = Verdict(noResult: .notRun("x_tenant=acme public_key=k1"))
      let result = client.result(try #require(client.jobs.first), on: .memory, verdict)
      expectTexts(result.verdict.reasons.map(\.summary), are: ["not run: x_tenant=… public_key=k1"])
    }
  }
}
