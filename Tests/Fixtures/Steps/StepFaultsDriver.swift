import ContractKit
import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Clients that break in the middle, and the same clients fixed: `step-faults-driver careless|careful`. driver.py and
/// driver.mjs have the same clients.
@main struct StepFaultsDriver: Driver {
  func register(in operations: inout Operations) {
    operations.on("login") { call in try await Client(call).login() }
    operations.on("middle") { call in try await Client(call).middle() }
    operations.on("refresh") { call in
      try await Client(call).refresh(call.input(at: "token"), with: call.input(at: "refresh"))
    }
    operations.on("payment") { call in try await Client(call).payment(call.input(at: "amount")) }
    operations.on("account") { call in try await Client(call).account() }
    operations.on("pages") { call in try await Client(call).pages() }
    operations.on("upload") { call in try await Client(call).upload() }
    operations.on("logout") { call in try await Client(call).logout() }
  }
}

/// Everything that a response can have.
private struct Answer: Codable {
  var token, text, plan, account, rate, name, next, id, tag, state: String?
  var unread, price, order: Int?
  var items: [String]?
}

private struct StatusError: Error {}
private struct MissingValue: Error {}

private struct Client {
  let session: URLSession
  let baseURL: URL
  let isCareful = CommandLine.arguments.dropFirst().first == "careful"

  init(_ call: Call) { (session, baseURL) = (call.session, call.baseURL) }

  private func send(
    _ method: String, _ path: String, _ body: (any Encodable)? = nil, token: String? = nil
  ) async throws -> (status: Int, body: Data) {
    guard let url = URL(string: baseURL.absoluteString + path) else { throw URLError(.badURL) }
    var request = URLRequest(url: url, timeoutInterval: 5)
    request.httpMethod = method
    if let token { request.setValue("Bearer \(token)", forHTTPHeaderField: "Authorization") }
    if let body {
      request.httpBody = try JSONEncoder().encode(body)
      request.setValue("application/json", forHTTPHeaderField: "Content-Type")
    }
    let (data, response) = try await session.data(for: request)
    guard let response = response as? HTTPURLResponse else { throw URLError(.badServerResponse) }
    return (response.statusCode, data)
  }

  private func checked(_ answer: (status: Int, body: Data)) throws -> Data {
    guard 200..<300 ~= answer.status else { throw StatusError() }
    return answer.body
  }

  private func decoded<Value: Decodable>(_ body: Data) throws -> Value {
    try JSONDecoder().decode(Value.self, from: body)
  }

  private func read<Value: Decodable>(
    _ method: String, _ path: String, _ body: (any Encodable)? = nil, token: String? = nil
  ) async throws -> Value {
    try decoded(checked(await send(method, path, body, token: token)))
  }

  private func found<Value>(_ value: Value?) throws -> Value {
    guard let value else { throw MissingValue() }
    return value
  }

  /// Does something. A careless client goes on without it.
  private func attempt(_ work: () async throws -> Void) async throws {
    do { try await work() } catch { if isCareful { throw error } }
  }

  /// Takes any answer to its login for a token.
  func login() async throws -> [String] {
    let answer: Answer = try decoded(await send("POST", "/login", ["name": "ann", "password": "p-1234567890"]).body)
    let token = isCareful ? try found(answer.token) : answer.token ?? ""
    return try await read("GET", "/todos", token: token)
  }

  /// Does not look at what marking a message as read leads to.
  func middle() async throws -> Answer {
    let message: Answer = try await read("GET", "/messages/first")
    try await attempt { _ = try checked(await send("PUT", "/messages/first/read")) }
    let unread: Answer = try await read("GET", "/unread")
    return Answer(text: try found(message.text), unread: try found(unread.unread))
  }

  /// Renews its token for as long as it is refused.
  func refresh(_ token: String, with refresh: String) async throws -> Answer {
    var answer = try await send("GET", "/me", token: token)
    for _ in 0..<(isCareful ? 1 : 20) where answer.status == 401 {
      let renewed: Answer = try await read("POST", "/token", ["refresh": refresh])
      answer = try await send("GET", "/me", token: try found(renewed.token))
    }
    let me: Answer = try decoded(checked(answer))
    return try await read("GET", "/plans/\(try found(me.plan))")
  }

  /// Pays again if the connection is lost.
  func payment(_ amount: Int) async throws -> Answer {
    let order = ["amount": amount]
    var answer: (status: Int, body: Data)
    do {
      answer = try await send("POST", "/payments", order)
    } catch {
      if isCareful { throw error }
      answer = try await send("POST", "/payments", order)
    }
    // The server says that it did nothing.
    if answer.status == 503 { answer = try await send("POST", "/payments", order) }
    let payment: Answer = try decoded(checked(answer))
    return try await read("GET", "/payments/\(try found(payment.id))")
  }

  /// Writes what an answer does not have into a path and a body.
  func account() async throws -> Answer {
    func ask(_ path: String) async throws -> Answer {
      let answer = try await send("GET", path)
      return try decoded(isCareful ? checked(answer) : answer.body)
    }
    let account = try await ask("/me").account
    let rate = try await ask("/accounts/\(isCareful ? try found(account) : account ?? "")").rate
    if isCareful { _ = try found(rate) }
    return try await read("POST", "/orders", Order(article: "tea", rate: rate))
  }

  private struct Order: Encodable {
    enum Keys: CodingKey { case article, rate }

    var article: String
    var rate: String?

    func encode(to encoder: any Encoder) throws {
      var values = encoder.container(keyedBy: Keys.self)
      try values.encode(article, forKey: .article)
      try values.encode(rate, forKey: .rate)
    }
  }

  /// Takes the pages before an error for all of them.
  func pages() async throws -> Pages {
    var (items, cursor) = ([String](), String?.some(""))
    while let current = cursor {
      do {
        let page: Answer = try await read("GET", current.isEmpty ? "/items" : "/items?cursor=\(current)")
        (items, cursor) = (items + (try found(page.items)), page.next)
      } catch {
        if isCareful || items.isEmpty { throw error }
        break
      }
    }
    let owner: Answer = try await read("GET", "/owner")
    return Pages(owner: try found(owner.name), items: items)
  }

  struct Pages: Encodable {
    var owner: String
    var items: [String]
  }

  /// Completes an upload, although a part of it is lost.
  func upload() async throws -> Answer {
    let created: Answer = try await read("POST", "/uploads")
    let path = "/uploads/\(try found(created.id))"
    var tags: [String] = []
    for (number, part) in ["first half", "second half"].enumerated() {
      try await attempt {
        let answer: Answer = try await read("PUT", "\(path)/parts/\(number + 1)", ["text": part])
        tags.append(try found(answer.tag))
      }
    }
    return try await read("POST", "\(path)/complete", ["tags": tags])
  }

  /// Says goodbye, although it is still logged in.
  func logout() async throws -> Goodbye {
    let answer: Answer = try await read("POST", "/login", ["name": "ann", "password": "p-1234567890"])
    let token = try found(answer.token)
    var mail: [String]?
    do { mail = try await read("GET", "/inbox", token: token) } catch {
      _ = try? await send("POST", "/logout", token: token)
      throw error
    }
    try await attempt { _ = try checked(await send("POST", "/logout", token: token)) }
    let goodbye: Answer = try await read("GET", "/goodbye")
    return Goodbye(mail: mail ?? [], goodbye: try found(goodbye.text))
  }

  struct Goodbye: Encodable {
    var mail: [String]
    var goodbye: String
  }
}
