import ContractCore
import Synchronization
import TestSupport
import Testing

@testable import ContractTesting
@testable import PhotosClient
@testable import photos_driver

/// A mistake that a client like `PhotosClient` can make. Each one changes one thing that the client uses: its network
/// or its policy for retries.
enum PhotosMutant: String, CaseIterable, Sendable {
  case none
  // Retries.
  case newKeyForEachTry, keyIsACounter, ignoresRetryAfter, oneTryMore, oneTryFewer, waitsAnHour, retriesTimeOuts
  // The token.
  case refreshesOnTheWrongHost, refreshesByJSON, refreshesTwice, neverRefreshes, tokenToTheSignedAddress
  // Requests.
  case stopsAfterPageOne, photosOfNoAlbum, plusIsASpace, slashInAnID, losesThePrefix
  // Bodies.
  case confirmsBeforeTheUpload, forgetsToConfirm, fileWithoutAName, linesAsAnArray, cutsTheLastLine
  // The stream.
  case dropsAValue, repeatsAValue, streamNeverFails

  /// Returns the client with this mistake.
  func client(_ call: Call) throws -> PhotosClient {
    var network = Network(call.session)
    var retries = RetryPolicy()
    apply(to: &network, &retries, auth: call.baseURLs["auth"], files: call.baseURLs["files"])
    return PhotosClient(network: network, baseURL: call.baseURL, credentials: try call.credentials, retries: retries)
  }

  /// Returns every scenario of `specs/photos`, to be played to this client.
  func tests() throws -> [(contract: Contract, scenario: Scenario, test: ScenarioTest)] {
    var operations = Operations()
    operations.add { try client($0) }
    let specs = TestFolder.package.appendingPathComponent("specs/photos").path
    let set = ContractSet.load([specs], below: [specs])
    try #require(set.diagnostics.isEmpty && !set.contracts.isEmpty, "\(set.diagnostics)")
    let runner = InProcessRunner(operations: operations, timeout: 600)
    return try set.contracts.flatMap { contract in
      let contract = self == .ignoresRetryAfter ? contract.waitingLonger : contract
      let tests = try ContractTest(contract, client: "faulty", runner: runner).scenarios
      return contract.scenarios.flatMap { scenario in
        tests.filter { $0.name == scenario.name }.map { (contract, scenario, $0) }
      }
    }
  }

  private func apply(to network: inout Network, _ retries: inout RetryPolicy, auth: URL?, files: URL?) {
    switch self {
    case .none: break
    case .newKeyForEachTry:
      network.change { request in
        if request["Idempotency-Key"] != nil { request["Idempotency-Key"] = UUID().uuidString }
      }
    case .keyIsACounter: network.makeKey = { "1" }
    case .ignoresRetryAfter: network.sleep = { _ in }
    case .oneTryMore: retries.limit += 1
    case .oneTryFewer: retries.limit -= 1
    case .waitsAnHour:
      // The policy allows the long wait, but a test cannot wait that long.
      retries.longestWait = .seconds(7200)
      network.sleep = { try await Task.sleep(for: min($0, .seconds(1))) }
    case .retriesTimeOuts:
      network.wrap { request, send in
        do { return try await send(request) } catch URLError.timedOut { return try await send(request) }
      }
    case .refreshesOnTheWrongHost: network.change { $0.isRefresh ? $0.go("https://photos.example.com/v1/token") : () }
    case .refreshesByJSON:
      network.change { request in
        guard request.isRefresh else { return }
        request["Content-Type"] = "application/json"
        request.httpBody = Data(#"{"grant_type": "refresh_token", "refresh_token": "R/1+=&"}"#.utf8)
      }
    case .refreshesTwice:
      network.wrap { request, send in
        if request.isRefresh { _ = try? await send(request) }
        return try await send(request)
      }
    case .neverRefreshes:
      network.wrap { request, send in
        let (data, response) = try await send(request)
        return (data, request.isRefresh ? response : response.with(status: 401, insteadBy: 402))
      }
    case .tokenToTheSignedAddress:
      network.change { if $0.url?.host == files?.host { $0["Authorization"] = "Bearer A1" } }
    case .stopsAfterPageOne:
      network.wrap { request, send in
        let (data, response) = try await send(request)
        return (data, response.without("Link"))
      }
    case .photosOfNoAlbum: network.change { $0.replace("/albums/a1/photos", with: "/photos") }
    case .plusIsASpace: network.change { $0.replace("%2B", with: "+", where: "tag=") }
    case .slashInAnID: network.change { $0.replace("%2F", with: "/") }
    case .losesThePrefix: network.change { $0.replace("/v1", with: "") }
    case .confirmsBeforeTheUpload:
      let put = Mutex<URLRequest?>(nil)
      network.wrap { request, send in
        if request.httpMethod == "PUT" {
          put.withLock { $0 = request }
          return try request.answer(200, "")
        }
        let answer = try await send(request)
        if let request = put.withLock({ put in put.take() }) { _ = try await send(request) }
        return answer
      }
    case .forgetsToConfirm:
      network.wrap { request, send in
        guard request.url?.lastPathComponent == "confirm" else { return try await send(request) }
        return try request.answer(201, #"{"id": "p7", "name": "sea.png", "taken": "2026-07-01T09:30:00Z"}"#)
      }
    case .fileWithoutAName: network.change { $0.replaceInBody("; filename=\"sea.png\"", with: "") }
    case .linesAsAnArray:
      network.change { request in
        guard request["Content-Type"] == "application/x-ndjson" else { return }
        request.replaceInBody("}\n{", with: "},{")
        request.httpBody = Data("[".utf8) + (request.httpBody ?? Data()) + Data("]".utf8)
      }
    case .cutsTheLastLine:
      network.change { request in
        guard request["Content-Type"] == "application/x-ndjson" else { return }
        request.httpBody = request.httpBody?.dropLast(8)
      }
    case .dropsAValue: network.changeStream(#"data: {"kind": "added", "photo": "p1"}"#, to: "")
    case .repeatsAValue:
      let event = "data: {\"kind\": \"added\", \"photo\": \"p1\"}\n\n"
      network.changeStream(event, to: event + event)
    case .streamNeverFails:
      let stream = network.stream
      network.stream = { request in
        AsyncThrowingStream { continuation in
          Task {
            do { for try await part in stream(request) { continuation.yield(part) } } catch {}
            continuation.finish()
          }
        }
      }
    }
  }
}

extension Contract {
  /// The contract with waits so long that the delays of a busy machine are never taken for a client that waits.
  fileprivate var waitingLonger: Contract {
    Contract(
      source: source, files: files, name: name, endpoint: endpoint, range: range, operation: operation,
      description: description, tags: tags, baseURL: baseURL, baseURLs: baseURLs,
      scenarios: scenarios.map(\.waitingLonger), scenariosRange: scenariosRange)
  }
}

extension Scenario {
  fileprivate var waitingLonger: Scenario {
    let exchanges = exchanges.map { exchange in
      copy(of: exchange) {
        $0.notBefore = exchange.notBefore.map { SourceLocated($0.value * 1000, at: $0.range) }
      }
    }
    return Scenario(
      name: name, at: place, description: description, tags: tags, skip: skip, transports: transports, input: input,
      exchanges: exchanges, order: order, expect: expect, within: within, namesAddresses: namesAddresses)
  }
}

extension Network {
  typealias Send = @Sendable (URLRequest) async throws -> (Data, URLResponse)

  /// Wraps each request that gets a complete answer.
  fileprivate mutating func wrap(
    _ body: @escaping @Sendable (URLRequest, Send) async throws -> (Data, URLResponse)
  ) {
    let send = send
    self.send = { try await body($0, send) }
  }

  /// Changes each request that gets a complete answer, before the client sends it.
  fileprivate mutating func change(_ body: @escaping @Sendable (inout URLRequest) -> Void) {
    wrap { request, send in
      var request = request
      body(&request)
      return try await send(request)
    }
  }

  /// Replaces a text in each piece of a stream. Other bytes stay as they are: a piece can end within a character.
  fileprivate mutating func changeStream(_ text: String, to other: String) {
    let stream = stream
    self.stream = { request in
      AsyncThrowingStream { continuation in
        Task {
          do {
            for try await part in stream(request) {
              if case .data(let data) = part {
                continuation.yield(.data(data.replacing(Data(text.utf8), with: Data(other.utf8))))
              } else {
                continuation.yield(part)
              }
            }
            continuation.finish()
          } catch {
            continuation.finish(throwing: error)
          }
        }
      }
    }
  }
}

extension URLRequest {
  fileprivate var isRefresh: Bool { url?.lastPathComponent == "token" }

  fileprivate subscript(header: String) -> String? {
    get { value(forHTTPHeaderField: header) }
    set { setValue(newValue, forHTTPHeaderField: header) }
  }

  /// Returns an answer that did not come from a server.
  fileprivate func answer(_ status: Int, _ body: String) throws -> (Data, URLResponse) {
    guard let url, let response = HTTPURLResponse(url: url, statusCode: status, httpVersion: nil, headerFields: nil)
    else { throw URLError(.unknown) }
    return (Data(body.utf8), response)
  }

  fileprivate mutating func go(_ address: String) { url = URL(string: address) }

  fileprivate mutating func replace(_ text: String, with other: String, where part: String = "") {
    guard let address = url?.absoluteString, part.isEmpty || address.contains(part) else { return }
    go(address.replacing(text, with: other))
  }

  fileprivate mutating func replaceInBody(_ text: String, with other: String) {
    guard let body = httpBody, let range = body.firstRange(of: Data(text.utf8)) else { return }
    httpBody = body.replacingCharacters(in: range, with: other)
  }
}

extension Data {
  fileprivate func replacingCharacters(in range: Range<Int>, with text: String) -> Data {
    self[..<range.lowerBound] + Data(text.utf8) + self[range.upperBound...]
  }
}

extension URLResponse {
  fileprivate func without(_ header: String) -> URLResponse {
    guard let http = self as? HTTPURLResponse else { return self }
    var fields = http.allHeaderFields as? [String: String] ?? [:]
    fields[header] = nil
    return http.with(http.statusCode, fields)
  }

  fileprivate func with(status: Int, insteadBy other: Int) -> URLResponse {
    guard let http = self as? HTTPURLResponse, http.statusCode == status else { return self }
    return http.with(other, http.allHeaderFields as? [String: String] ?? [:])
  }
}

extension HTTPURLResponse {
  fileprivate func with(_ status: Int, _ fields: [String: String]) -> URLResponse {
    guard let url else { return self }
    return HTTPURLResponse(url: url, statusCode: status, httpVersion: nil, headerFields: fields) ?? self
  }
}
