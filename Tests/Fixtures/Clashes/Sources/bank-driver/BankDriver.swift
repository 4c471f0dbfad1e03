import BankClient
import ContractKit
import Foundation

// The client has its own `JSON`, `Call` and `Driver`, so this file names ContractKit's types with their module.
private struct CallDriver: BankClient.Driver {
  let call: ContractKit.Call

  func data(for request: URLRequest) async throws -> Data { try await call.send(request).0 }
}

private func account(_ input: ContractKit.JSON) -> String { input["account"]?.string ?? "" }

@main struct BankDriver: ContractKit.Driver {
  func register(in operations: inout Operations) {
    operations.on("balance") { call in
      let client = Bank(baseURL: call.baseURL, driver: CallDriver(call: call))
      return try await client.balance(BankClient.Call(account: account(call.input)))
    }
  }
}
