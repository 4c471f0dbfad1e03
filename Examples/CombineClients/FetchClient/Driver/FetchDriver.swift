import CombineAnywhere
import ContractKit
import ContractKitOpenCombine
import FetchClient

@main struct FetchDriver: Driver {
  func operations(_ driver: inout Operations) {
    driver.on("fetch") { call in
      // A path below the run's address, or an address that is none.
      let address = call.input["address"]?.string
      return try FetchClient(session: call.session)
        .fetch(address ?? call.baseURL.absoluteString + call.input(at: "path"))
        .map { String(decoding: $0, as: UTF8.self) }
    }
  }
}
