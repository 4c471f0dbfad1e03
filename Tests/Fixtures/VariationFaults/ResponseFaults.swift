import ContractKit
import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

// Mistakes with statuses and bodies.
extension Operations {
  mutating func addResponseFaults() {
    // Right, for docs/variations.md.
    on("item") { call in
      try JSONDecoder().decode(Item.self, from: await call.response().body)
    }
    on("forceTry") { call in
      let body = try await call.response().body
      // swift-format-ignore: NeverUseForceTry
      return try! JSONDecoder().decode(Item.self, from: body)
    }
    on("ignoresStatus") { call in
      let (body, response) = try await call.session.data(from: call.itemURL)
      guard response is HTTPURLResponse else { throw ItemError.notHTTP }
      return try JSONDecoder().decode(Item.self, from: body)
    }
    on("takesAnyResponse") { call in
      // What is not HTTP has no status that could be wrong.
      let (body, response) = try await call.session.data(from: call.itemURL)
      if let response = response as? HTTPURLResponse, response.statusCode != 200 {
        throw ItemError.status(response.statusCode)
      }
      return try JSONDecoder().decode(Item.self, from: body)
    }
    on("takesHTML") { call in
      let (body, response) = try await call.response()
      // A page is taken for a login that nobody needs to know about.
      if response.mimeType == "text/html" { return Item(id: 0, name: "") }
      return try JSONDecoder().decode(Item.self, from: body)
    }
  }
}
