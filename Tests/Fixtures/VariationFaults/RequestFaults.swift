import ContractKit
import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

// Mistakes with requests that are sent again.
extension Operations {
  mutating func addRequestFaults() {
    on("retriesForever") { call in
      while true {
        do {
          return try JSONDecoder().decode(Item.self, from: await call.response().body)
        } catch ItemError.status(503) {
          continue
        }
      }
    }
    on("retriesTwice") { call in
      // Right: the contract allows three attempts.
      for _ in 0..<2 {
        do {
          return try JSONDecoder().decode(Item.self, from: await call.response().body)
        } catch ItemError.status(503) {
          continue
        }
      }
      return try JSONDecoder().decode(Item.self, from: await call.response().body)
    }
    on("repeatsPost") { call in
      var request = URLRequest(url: call.itemURL)
      request.httpMethod = "POST"
      do {
        return try JSONDecoder().decode(Item.self, from: await call.response(request).body)
      } catch URLError.networkConnectionLost {
        return try JSONDecoder().decode(Item.self, from: await call.response(request).body)
      }
    }
  }
}
