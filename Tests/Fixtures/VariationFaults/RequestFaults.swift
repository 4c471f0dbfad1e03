import ContractKit
import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

// Mistakes with requests that are sent again, and with text in their URLs.
extension Operations {
  mutating func addRequestFaults() {
    on("leavesPlus") { call in
      // URLComponents escapes what must not be in a query, and a plus may be. But most servers read it as a space.
      var parts = URLComponents(url: call.itemURL, resolvingAgainstBaseURL: false)
      parts?.queryItems = [URLQueryItem(name: "q", value: try call.input(at: "q"))]
      let request = URLRequest(url: parts?.url ?? call.itemURL)
      return try JSONDecoder().decode(Item.self, from: await call.response(request).body)
    }
    on("leavesPlusInFilter") { call in
      // The same, with an operator before the value.
      var parts = URLComponents(url: call.itemURL, resolvingAgainstBaseURL: false)
      parts?.queryItems = [URLQueryItem(name: "name", value: "eq." + (try call.input(at: "name") as String))]
      let request = URLRequest(url: parts?.url ?? call.itemURL)
      return try JSONDecoder().decode(Item.self, from: await call.response(request).body)
    }
    on("quotesFilter") { call in
      // Right: a value with anything but letters is quoted.
      let name: String = try call.input(at: "name")
      let escaped = name.replacingOccurrences(of: "\"", with: "\\\"")
      let value = name.allSatisfy { $0.isASCII && $0.isLetter } ? "in.(\(name))" : "in.(\"\(escaped)\")"
      let text = value.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
      let request = URLRequest(url: URL(string: call.itemURL.absoluteString + "?name=" + text) ?? call.itemURL)
      return try JSONDecoder().decode(Item.self, from: await call.response(request).body)
    }
    on("leavesAmpersand") { call in
      // What a query may contain is not what one of its values may contain.
      let allowed = CharacterSet.urlQueryAllowed.subtracting(CharacterSet(charactersIn: "+"))
      let text: String = try call.input(at: "q")
      var parts = URLComponents(url: call.itemURL, resolvingAgainstBaseURL: false)
      parts?.percentEncodedQuery = text.addingPercentEncoding(withAllowedCharacters: allowed).map { "q=" + $0 }
      let request = URLRequest(url: parts?.url ?? call.itemURL)
      return try JSONDecoder().decode(Item.self, from: await call.response(request).body)
    }
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
