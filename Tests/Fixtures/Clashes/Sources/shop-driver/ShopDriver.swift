import ContractKit
import Foundation
import ShopClient

/// The client's own transport, which sends its requests through the call.
private struct CallTransport: Transport {
  let call: Call

  func send(_ request: URLRequest) async throws -> (Data, URLResponse) { try await call.send(request) }
}

/// All names of the client that could clash with ContractKit's.
private struct Names {
  var request = Request(path: "orders")
  var headers = Headers()
  var response: Response?
  var exchange: Exchange?
  var status = Status.open
  var format = Format.json
  var source = Source.cache
  var outcome = Outcome.found
  var failure = Failure.refused
  var result = Result.done
  var pattern = Pattern()
  var contract = Contract()
  var scenario = Scenario()
  var diagnostic = Diagnostic()
}

@main struct ShopDriver: Driver {
  func register(in operations: inout Operations) {
    operations.on("orders") { call in
      var names = Names()
      let client = ShopClient(baseURL: call.baseURL, transport: CallTransport(call: call))
      let exchange = try await client.exchange(names.request)
      names.response = exchange.response
      names.exchange = exchange
      return exchange.response.body
    }
  }
}
