import ContractKit
import Foundation

/// The driver of the clients that misbehave in Swift. The first argument names the misbehavior, which happens if
/// the input contains `bad`.
@main struct MisbehavingSwiftDriver: Driver {
  func register(in operations: inout Operations) {
    let behavior = CommandLine.arguments.dropFirst().first.flatMap(Misbehavior.init(rawValue:))
    operations.on("get") { call -> Answer in
      let isBad = (try? call.input(Bool.self, at: "bad")) ?? false
      let client = ThingClient(call: call)
      if behavior == .prints {
        print("\(call.input.text) begins")
        defer { print("\(call.input.text) ends") }
        return try await client.get()
      }
      if isBad, let behavior { return try await behavior.run(client) }
      await Misbehavior.sendLate()
      return try await client.get()
    }
    guard CommandLine.arguments.dropFirst().first == "visits" else { return }
    // A correct client: it requests the paths of its input in this order, and sends a cookie of its own with `own`.
    operations.on("visit") { call in
      for path in try call.input([String].self) {
        var request = URLRequest(url: call.baseURL.appendingPathComponent(path))
        if path == "own" { request.setValue("sid=mine; a=1", forHTTPHeaderField: "Cookie") }
        _ = try await call.session.data(for: request)
      }
    }
  }
}

/// The result of the correct client: an object with a number, or a list.
enum Answer: Codable, Sendable {
  case thing(Int)
  case list(Int, String)

  private enum Key: CodingKey { case n }

  init(from decoder: any Decoder) throws {
    if let container = try? decoder.container(keyedBy: Key.self) {
      self = .thing(try container.decode(Int.self, forKey: .n))
    } else {
      var container = try decoder.unkeyedContainer()
      self = .list(try container.decode(Int.self), try container.decode(String.self))
    }
  }

  func encode(to encoder: any Encoder) throws {
    switch self {
    case .thing(let number):
      var container = encoder.container(keyedBy: Key.self)
      try container.encode(number, forKey: .n)
    case .list(let number, let text):
      var container = encoder.unkeyedContainer()
      try container.encode(number)
      try container.encode(text)
    }
  }
}

enum ThingError: Error { case statusCode(Int) }

struct ThingClient: Sendable {
  let call: Call

  @discardableResult
  func get(_ path: String = "thing") async throws -> Answer {
    var request = URLRequest(url: call.baseURL.appendingPathComponent(path))
    request.setValue("application/json", forHTTPHeaderField: "Accept")
    let (data, response) = try await call.session.data(for: request)
    let status = (response as? HTTPURLResponse)?.statusCode ?? 0
    guard (200..<300).contains(status) else { throw ThingError.statusCode(status) }
    return try JSONDecoder().decode(Answer.self, from: data)
  }
}
