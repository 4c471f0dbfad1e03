import ContractTesting
import XCTest

@testable import todo_driver

final class TodoXCTests: XCTestCase {
  private static let contracts = Result {
    try ContractSuite(client: "todo", specs: "specs/todo", driver: TodoDriver.self)
  }

  func testCreateTodo() async throws { try await keeps("create-todo") }
  func testCreateUser() async throws { try await keeps("create-user") }
  func testDeleteTodo() async throws { try await keeps("delete-todo") }
  func testLogin() async throws { try await keeps("login") }
  func testTodos() async throws { try await keeps("todos") }

  func testNoContractIsForgotten() throws {
    let names = try Self.contracts.get().contracts.map(\.name)
    XCTAssertEqual(names, ["create-todo", "create-user", "delete-todo", "login", "todos"])
  }

  /// Fails once for each scenario of a contract that did not pass, or if all are skipped.
  private func keeps(_ name: String, file: StaticString = #filePath, line: UInt = #line) async throws {
    let contract = try Self.contracts.get().contract(name)
    if contract.scenarios.isEmpty, let reasons = await contract.failure() { XCTFail(reasons, file: file, line: line) }
    for scenario in contract.scenarios {
      if let failure = await scenario.failure() { XCTFail(failure, file: file, line: line) }
    }
  }
}
