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
    on("ignoresRetryAfter") { call in
      try JSONDecoder().decode(Item.self, from: await call.patientBody { _ in 0 })
    }
    on("takesMilliseconds") { call in
      // The seconds of Retry-After are read as milliseconds, and a date is not read at all.
      try JSONDecoder().decode(Item.self, from: await call.patientBody { (Double($0) ?? 0) / 1_000 })
    }
    on("obeysRetryAfter") { call in
      // Right: both forms of RFC 9110, section 10.2.3.
      try JSONDecoder().decode(
        Item.self,
        from: await call.patientBody { text in
          let format = DateFormatter()
          format.locale = Locale(identifier: "en_US_POSIX")
          format.dateFormat = "EEE, dd MMM yyyy HH:mm:ss zzz"
          return Double(text) ?? format.date(from: text)?.timeIntervalSinceNow ?? 0
        })
    }
    on("givesUp") { call in
      // Right: a client need not send a request again.
      try JSONDecoder().decode(Item.self, from: await call.response().body)
    }
  }
}

extension Call {
  /// Returns the item's body. After a 429 or a 503, sends the request once more.
  ///
  /// - Parameter wait: Returns how many seconds to wait for a value of Retry-After.
  fileprivate func patientBody(_ wait: (String) -> Double) async throws -> Data {
    let (body, response) = try await session.data(for: URLRequest(url: itemURL))
    if let response = response as? HTTPURLResponse, [429, 503].contains(response.statusCode) {
      let seconds = response.value(forHTTPHeaderField: "Retry-After").map(wait) ?? 0
      try await Task.sleep(for: .seconds(max(0, seconds)))
      return try await self.response().body
    }
    return try Self.checked((body, response)).body
  }
}
