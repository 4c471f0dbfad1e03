import ContractCore
import Foundation
import TestSupport
import Testing

@Suite("The drivers of README.md in Python and Node")
struct ReadmeDriverTests {
  @Test("the one in Python finds the mistake of the page", .enabled(if: Python.isThere, Python.absence))
  func python() async throws {
    let client = """
      import json
      import urllib.request


      class TodoClient:
          def __init__(self, base_url):
              self.base_url = base_url

          def create(self, todo, token):
              headers = {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}
              data = json.dumps({"title": todo["title"]}).encode()
              request = urllib.request.Request(self.base_url + "/todos", data, headers)
              with urllib.request.urlopen(request) as response:
                  return json.load(response)

      """
    try await check("python", ["todo.py": client]) { driver in
      """
      from contract_driver import Driver
      from todo import TodoClient

      driver = Driver("todo")


      \(driver)
      driver.run()

      """
    }
  }

  @Test("the one in Node finds the mistake of the page", .enabled(if: CommandLineTool.canRun(["node", "--version"])))
  func node() async throws {
    let client = """
      export class TodoClient {
        constructor(baseURL) {
          this.baseURL = baseURL;
        }

        async create(todo, token) {
          const headers = { Authorization: `Bearer ${token}`, "Content-Type": "application/json" };
          const body = JSON.stringify({ title: todo.title });
          const response = await fetch(`${this.baseURL}/todos`, { method: "POST", headers, body });
          if (!response.ok) throw new Error(`status ${response.status}`);
          return response.json();
        }
      }

      """
    try await check("js", ["todo.mjs": client]) { driver in
      """
      import { driver } from "./contract-driver.mjs";
      import { TodoClient } from "./todo.mjs";

      driver({
        name: "todo",
        operations: {
      \(driver)  },
      });

      """
    }
  }

  /// Runs the contract of the page with its driver in a language.
  private func check(
    _ language: String, _ files: [String: String], _ program: (_ driver: String) -> String
  ) async throws {
    let fences = try Page("README.md").fences
    let contract = try #require(fences.first { $0.info.hasPrefix("json ") })
    let driver = try #require(fences.first { $0.info == language })
    let isPython = language == "python"
    let file = isPython ? "driver.py" : "driver.mjs"
    try await TestFolder.temporary { folder in
      try folder.write(contract.text, to: "specs/create-todo.contract.json")
      for (name, text) in files { try folder.write(text, to: name) }
      try folder.write(program(driver.text), to: file)
      try folder.copyPythonKit()
      try FileManager.default.copyItem(
        at: TestFolder.package.appendingPathComponent("Kits/node/driver.mjs"),
        to: folder.appendingPathComponent("contract-driver.mjs"))
      let words = ["specs", "--variations", "none", "--", isPython ? "python3" : "node", file]
      let ended = try await contractRun(words, in: folder)
      #expect(ended.status == 1, "\(ended.output)\(ended.errors)")
      #expect(ended.output.contains("request 1: unexpected body at /done"), "\(ended.output)")
      #expect(ended.output.contains("create-todo/created"), "\(ended.output)")
    }
  }
}
