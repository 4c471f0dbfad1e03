import ContractKit
import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

// Mistakes with headers.
extension Operations {
  mutating func addHeaderFaults() {
    on("comparesHeaderNames") { call in
      let (body, response) = try await call.response()
      _ = try JSONDecoder().decode(Item.self, from: body)
      guard let total = response.allHeaderFields.first(where: { "\($0.key)" == "X-Total" })?.value else {
        throw ItemError.noTotal
      }
      return "\(total)"
    }
    on("takesAnyHeader") { call in
      let (body, response) = try await call.response()
      _ = try JSONDecoder().decode(Item.self, from: body)
      let others = response.allHeaderFields.filter { "\($0.key)".hasPrefix("X-") }
      guard others.count == 1, let total = others.first?.value else { throw ItemError.noTotal }
      return "\(total)"
    }
    on("comparesContentType") { call in
      let (body, response) = try await call.response()
      guard response.value(forHTTPHeaderField: "Content-Type") == "application/json" else { throw ItemError.wrongType }
      return try JSONDecoder().decode(Item.self, from: body)
    }
  }
}
