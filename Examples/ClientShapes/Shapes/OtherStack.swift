import ContractKit
import Foundation

extension Operations {
  mutating func addOtherStack() {
    on("otherStack") { call in
      try await StackClient(stack: CallStack(call), host: call.baseURL.absoluteString).thing(call.input(at: "id"))
    }
  }
}

/// The client's stack over `call.send`. It converts between the stack's types and Foundation's.
private struct CallStack: HTTPStack {
  let call: Call

  init(_ call: Call) { self.call = call }

  func send(_ request: HTTPMessage) async throws -> HTTPMessage.Answer {
    guard let url = URL(string: request.target) else { throw URLError(.badURL) }
    var foundation = URLRequest(url: url)
    foundation.httpMethod = request.verb
    for (name, value) in request.fields { foundation.setValue(value, forHTTPHeaderField: name) }
    foundation.httpBody = request.content.isEmpty ? nil : Data(request.content)
    let (data, response) = try await call.send(foundation)
    guard let response = response as? HTTPURLResponse else { throw ThingError.notHTTP }
    return HTTPMessage.Answer(status: response.statusCode, content: [UInt8](data))
  }
}

/// A request of a stack that does not use URLSession.
struct HTTPMessage: Sendable {
  var verb: String
  var target: String
  var fields: [String: String] = [:]
  var content: [UInt8] = []

  struct Answer: Sendable {
    var status: Int
    var content: [UInt8]
  }
}

/// The replaceable part of the stack, which sends the requests.
protocol HTTPStack: Sendable {
  func send(_ request: HTTPMessage) async throws -> HTTPMessage.Answer
}

/// A client on that stack.
struct StackClient {
  var stack: any HTTPStack
  var host: String

  func thing(_ id: Int) async throws -> Thing {
    let answer = try await stack.send(
      HTTPMessage(
        verb: "POST", target: "\(host)/things/\(id)",
        fields: ["X-App": "shapes", "Content-Type": "application/json"], content: Array("{}".utf8)))
    guard answer.status == 200 else { throw ThingError.status(answer.status) }
    return try JSONDecoder().decode(Thing.self, from: Data(answer.content))
  }
}
