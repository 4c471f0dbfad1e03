import ContractKit
import Foundation

/// Clients that live longer than one call, each with the one mistake that its operation is named after. driver.py has the
/// same clients for Python.
@main struct GroupsDriver: Driver {
  func register(in operations: inout Operations) {
    operations.client { ItemClient(session: $0.session, configuration: $0.configuration, baseURL: $0.baseURL) }
    func on(_ name: String, _ run: @escaping @Sendable (ItemClient) async throws -> String) {
      operations.on(name) { try await run($0.client()) }
    }
    on("token-right") { try await $0.withToken { try await $0.renewOnce($1) } }
    on("token-each") { try await $0.withToken { client, _ in try await client.renew() } }
    on("token-in-turn") { try await $0.withToken { client, _ in try await client.renewInTurn() } }
    on("token-together") { try await $0.withToken { client, _ in try await client.renewTogether() } }
    on("plain-right") { try await $0.named($0.item()) }
    on("plain-pool-of-two") { try await $0.inPoolOfTwo() }
    on("plain-leaks") { try await $0.leakingAtErrors() }
    on("plain-cursor") { try await $0.afterCursor() }
    on("cancel-right") { try await $0.twice() }
    on("cancel-swallowed") { client in
      do { return try await client.twice() } catch is CancellationError { return "nothing" } catch let error as URLError
        where error.code == .cancelled
      { return "nothing" }
    }
    on("cancel-ignored") { try await $0.ignoringCancel() }
    on("cancel-runs-on") { client in try await Task { try await client.twice() }.value }
    on("cancel-keeps-lock") { try await $0.keepingLock() }
    func events(_ name: String, _ client: EventClient) {
      operations.on(name) { call in
        var client = client
        return try await client.events(at: call.baseURL.appendingPathComponent("events"), with: call.configuration)
      }
    }
    events("events-right", EventClient())
    events("events-first-id", EventClient(keepsFirstID: true))
    events("events-from-0", EventClient(saysID: false))
    events("events-at-once", EventClient(waits: false))
    operations.on("plain-shares-nothing") { call in
      let client = ItemClient(session: call.session, configuration: call.configuration, baseURL: call.baseURL)
      return try await client.named(client.item())
    }
    operations.mapFailures { error, failure in
      guard let error = error as? StatusError else { return }
      (failure.category, failure.payload) = (.status, .number(error.status))
    }
  }
}

struct StatusError: Error { var status: Int }

/// A client of one item, which needs a token.
actor ItemClient {
  private let session: URLSession
  private let configuration: URLSessionConfiguration
  private let baseURL: URL
  private var kept: [URLSession] = []
  private var token = "old"
  private var renewal: Task<Void, any Error>?
  private var cursor: String?
  /// How many more requests may be sent at once.
  private var free = 2
  private var waiting: [CheckedContinuation<Void, Never>] = []

  init(session: URLSession, configuration: URLSessionConfiguration, baseURL: URL) {
    (self.session, self.configuration, self.baseURL) = (session, configuration, baseURL)
  }

  private func send(
    _ path: String, _ method: String = "GET", token: String? = nil, on own: URLSession? = nil
  ) async throws -> (Int, Data) {
    var request = URLRequest(url: URL(string: baseURL.absoluteString + path) ?? baseURL)
    request.httpMethod = method
    if let token { request.setValue("Bearer \(token)", forHTTPHeaderField: "Authorization") }
    let (data, response) = try await (own ?? session).data(for: request)
    return ((response as? HTTPURLResponse)?.statusCode ?? 0, data)
  }

  func item() async throws -> (Int, Data) { try await send("/item") }

  func named(_ answer: (status: Int, data: Data)) throws -> String {
    if answer.status != 200 { throw StatusError(status: answer.status) }
    let item = try JSONDecoder().decode(Item.self, from: answer.data)
    cursor = item.next
    return item.name
  }

  private struct Item: Decodable {
    var name: String
    var next: String?
  }

  private struct Token: Decodable { var token: String }

  // MARK: Tokens

  func withToken(_ renew: (ItemClient, String) async throws -> Void) async throws -> String {
    let used = token
    var answer = try await send("/item", token: used)
    if answer.0 == 401 {
      try await renew(self, used)
      answer = try await send("/item", token: token)
    }
    return try named(answer)
  }

  func renew() async throws { token = try JSONDecoder().decode(Token.self, from: await send("/token", "POST").1).token }

  /// Renews a token, unless another call has done it meanwhile, or does it now.
  func renewOnce(_ used: String) async throws { if token == used { try await renewTogether() } }

  /// Waits for a renewal that runs, and does not look whether one has ended.
  func renewTogether() async throws {
    let task = renewal ?? Task { try await renew() }
    renewal = task
    defer { renewal = nil }
    try await task.value
  }

  /// Renews the token after the renewals that run.
  func renewInTurn() async throws {
    let before = renewal
    let task = Task {
      try await before?.value
      try await renew()
    }
    renewal = task
    try await task.value
  }

  // MARK: One session

  func inPoolOfTwo() async throws -> String {
    if free == 0 { await withCheckedContinuation { waiting.append($0) } }
    free -= 1
    let name = try named(await item())
    // Not after an error.
    free += 1
    if !waiting.isEmpty { waiting.removeFirst().resume() }
    return name
  }

  /// Has a session for each call, and ends those of calls that succeed.
  func leakingAtErrors() async throws -> String {
    let own = URLSession(configuration: configuration)
    kept.append(own)
    let name = try named(await send("/item", on: own))
    own.finishTasksAndInvalidate()
    kept.removeLast()
    return name
  }

  func afterCursor() async throws -> String {
    try named(await send("/item" + (cursor.map { "?after=\($0)" } ?? "")))
  }

  // MARK: Cancel

  /// Tries again three seconds after a 503.
  func twice() async throws -> String {
    var answer = try await item()
    if answer.0 == 503 {
      try await Task.sleep(for: .seconds(3))
      answer = try await item()
    }
    return try named(answer)
  }

  /// Begins again in a task that nobody cancels.
  func ignoringCancel() async throws -> String {
    do { return try await twice() } catch is CancellationError {} catch let error as URLError
      where error.code == .cancelled
    {}
    return try await Task { try await twice() }.value
  }

  func keepingLock() async throws -> String {
    if free == 0 { await withCheckedContinuation { waiting.append($0) } }
    free = 0
    let name = try await twice()
    free = 1
    if !waiting.isEmpty { waiting.removeFirst().resume() }
    return name
  }
}
