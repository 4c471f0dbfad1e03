import CombineAnywhere
import ContractKit
import ContractKitOpenCombine
import FetchClient

@main struct FetchDriver: Driver {
  func register(in operations: inout Operations) {
    operations.on("fetch") { call in
      try FetchClient(session: call.session).fetch(call.input(at: "address"))
        .map { String(decoding: $0, as: UTF8.self) }
    }
  }
}
