import ContractKit
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

  /// Fails with a message that contains every broken scenario of the contract.
  private func keeps(_ contract: String, file: StaticString = #filePath, line: UInt = #line) async throws {
    if let failure = try await Self.contracts.get().contract(contract).failure() {
      XCTFail(failure, file: file, line: line)
    }
  }
}
