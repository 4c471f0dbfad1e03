import ContractKit
import Foundation
import Synchronization

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Clients of streams, of lists in pages and of plain bodies, each with the one mistake that its operation is named after. `events`,
/// `events-lenient`, `lines`, `item`, `maybe-empty`, `early` and the operations that end in `-right` make none. Those that
/// begin with `limit` have a limit of two seconds, as their contracts say. driver.py and driver.mjs have the same clients.
@main struct StreamsDriver: Driver {
  static let events = [
    "events", "events-lenient", "decodes-pieces", "parses-pieces", "lf-only", "crlf-too", "needs-space", "keeps-mark",
    "reads-comments", "last-data-line", "strict-fields", "keeps-rest", "swallows-loss", "swallows-error",
  ]
  static let lines = ["lines", "lines-lf-only", "lines-need-last", "lines-not-empty", "lines-pieces"]

  func register(in operations: inout Operations) {
    func on<Value: Encodable & Sendable>(
      _ mistakes: [String], _ client: @escaping @Sendable (Client, String) async throws -> Value
    ) {
      for mistake in mistakes { operations.on(mistake) { call in try await client(Client(call), mistake) } }
    }
    on(Self.events) { try await $0.events($1) }
    on(Self.lines) { try await $0.lines($1) }
    on(["item", "needs-length", "wants-content", "maybe-empty"]) { try await $0.item($1) }
    on(["limit-events-right", "limit-events-bytes", "limit-body-right", "limit-body-bytes"]) {
      try await $0.limited($1)
    }
    on(["waits-right", "waits-day", "waits-ignored", "waits-milliseconds", "waits-past", "waits-strict"]) {
      try await $0.waiting($1)
    }
    on(["pages-right", "pages-until-empty", "pages-need-null", "pages-need-member", "pages-two"]) {
      try await $0.things($1)
    }
    on(["rows-right", "rows-of-anything"]) { try await $0.rows($1) }
    on(["name-right", "name-latin"]) { try await $0.person($1) }
    on(["token-right", "token-logged"]) { try await $0.token($1) }
    on(["below-right", "below-sibling", "below-root", "below-twice"]) { try await $0.below($1) }
    for mistake in ["upload-right", "upload-raw"] {
      operations.on(mistake) { call in try await Client(call).upload(mistake) }
    }
    for mistake in ["written-right", "written-raw"] {
      operations.on(mistake) { call in try await Client(call).written(mistake) }
    }
    on(["typed-right", "typed-lenient"]) { try await $0.typed($1) }
    on(["errors-right", "errors-swallowed", "errors-in-200"]) { try await $0.described($1) }
    on(["large-right", "large-unlimited"]) { try await $0.large($1) }
    on(["large-events-right", "large-events-unlimited"]) { try await $0.largeEvents($1) }
    operations.on("early") { call in try await Client(call).early() }
    operations.mapFailures { error, failure in
      switch error {
      case is IncompleteStream: failure.category = .network
      case let error as StatusError: (failure.category, failure.payload) = (.status, .number(error.status))
      case is Malformed: failure.category = .decoding
      default: break
      }
    }
  }
}

private struct StatusError: Error { var status: Int }
/// The stream ended without its last event.
private struct IncompleteStream: Error {}
/// The stream has an event that reports an error.
private struct StreamError: Error {}
/// A body, or a part of it, cannot be read.
struct Malformed: Error {}
/// The client does not accept such a response.
private struct Unusable: Error {}

private struct Client {
  let call: Call

  init(_ call: Call) { self.call = call }

  // MARK: Requests

  private func checked(_ response: URLResponse?) throws {
    guard let response = response as? HTTPURLResponse else { throw URLError(.badServerResponse) }
    guard 200..<300 ~= response.statusCode else { throw StatusError(status: response.statusCode) }
  }

  private func request(timeout: Double = 5) throws -> URLRequest {
    guard let url = URL(string: "\(call.baseURL.absoluteString)/\(try call.input(at: "path") as String)") else {
      throw URLError(.badURL)
    }
    var request = URLRequest(url: url)
    request.timeoutInterval = timeout
    return request
  }

  /// Sends a request. Returns its body as it arrives.
  private func pieces() throws -> AsyncThrowingStream<Data, any Error> { try started(timeout: 5).pieces }

  /// The same, with what ends it early.
  ///
  /// - Parameter coding: The value of Accept-Encoding; nil for that of URLSession.
  private func started(
    timeout: Double, accepting coding: String? = nil
  ) throws -> (
    pieces: AsyncThrowingStream<Data, any Error>, end: AsyncThrowingStream<Data, any Error>.Continuation,
    task: URLSessionTask
  ) {
    let (pieces, continuation) = AsyncThrowingStream.makeStream(of: Data.self)
    let session = URLSession(
      configuration: call.configuration, delegate: Pieces(continuation), delegateQueue: nil)
    var request = try request(timeout: timeout)
    request.setValue(coding, forHTTPHeaderField: "Accept-Encoding")
    let task = session.dataTask(with: request)
    task.resume()
    return (pieces, continuation, task)
  }

  /// What passes a body on as it arrives.
  private final class Pieces: NSObject, URLSessionDataDelegate {
    private let continuation: AsyncThrowingStream<Data, any Error>.Continuation

    init(_ continuation: AsyncThrowingStream<Data, any Error>.Continuation) { self.continuation = continuation }

    func urlSession(
      _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
      completionHandler: @escaping (URLSession.ResponseDisposition) -> Void
    ) {
      let status = (response as? HTTPURLResponse)?.statusCode ?? 0
      if !(200..<300).contains(status) { continuation.finish(throwing: StatusError(status: status)) }
      completionHandler(.allow)
    }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
      continuation.yield(data)
    }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
      continuation.finish(throwing: error)
    }
  }

  private func text(_ data: some Sequence<UInt8>) throws -> String {
    guard let text = try? JSONDecoder().decode(Text.self, from: Data(data)) else { throw Malformed() }
    return text.text
  }

  /// Refuses a piece that is not UTF-8, if the client decodes each alone.
  private func check(_ piece: Data, _ mistake: String) throws {
    if mistake == "decodes-pieces", String(data: piece, encoding: .utf8) == nil { throw Malformed() }
  }

  // MARK: Server-sent events

  func events(_ mistake: String) async throws -> [String] {
    var texts: [String] = []
    var events = Events(mistake)
    do {
      for try await piece in try pieces() {
        try check(piece, mistake)
        if mistake == "parses-pieces" { events = Events(mistake) }
        for event in try events.read(piece) {
          if event.name == "error", mistake != "swallows-error" { throw StreamError() }
          if event.name != "message" { continue }
          if event.data == Array("[DONE]".utf8) { return texts }
          texts.append(try text(event.data))
        }
      }
    } catch is URLError where mistake == "swallows-loss" {
      return texts
    }
    if mistake == "keeps-rest" { return texts + (try events.read(Data("\n\n".utf8))).map { guessed($0.data) } }
    if mistake != "events-lenient" { throw IncompleteStream() }
    return texts
  }

  /// Takes the text from data even if it is cut off.
  private func guessed(_ data: [UInt8]) -> String {
    if let text = try? text(data) { return text }
    return String(String(decoding: data, as: UTF8.self).split(separator: ":").last?.filter { $0 != "\"" } ?? "")
  }

  // MARK: JSON lines

  func lines(_ mistake: String) async throws -> [String] {
    var texts: [String] = []
    func take(_ line: some Collection<UInt8>) throws {
      if mistake == "lines-lf-only", let last = Array(line).last, last != UInt8(ascii: "}") { throw Malformed() }
      let text = line.filter { $0 != UInt8(ascii: "\r") }
      if !text.isEmpty { texts.append(try self.text(text)) } else if mistake == "lines-not-empty" { throw Malformed() }
    }
    var rest: [UInt8] = []
    for try await piece in try pieces() {
      var whole = (rest + piece).split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      rest = mistake == "lines-pieces" ? [] : Array(whole.removeLast())
      for line in whole { try take(line) }
    }
    if !rest.isEmpty, mistake != "lines-need-last" { try take(rest) }
    return texts
  }

  // MARK: Plain bodies

  func item(_ mistake: String) async throws -> Item? {
    let (body, response) = try await call.session.data(for: request())
    try checked(response)
    let length = (response as? HTTPURLResponse)?.value(forHTTPHeaderField: "Content-Length")
    if mistake == "needs-length", length == nil { throw Unusable() }
    if mistake == "maybe-empty", body.isEmpty { return nil }
    var item = try item(body)
    let links = (response as? HTTPURLResponse)?.value(forHTTPHeaderField: "Link") ?? ""
    item.links = links.split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }
    return item
  }

  // MARK: Lists in pages

  /// Loads a list page by page, until a page has no cursor.
  func things(_ mistake: String) async throws -> [String] {
    var (things, cursor) = ([String](), String?.none)
    while true {
      var url = call.baseURL.appendingPathComponent("things")
      if let cursor, !cursor.isEmpty { url = URL(string: "\(url.absoluteString)?cursor=\(cursor)") ?? url }
      let body = try await loaded(url)
      guard let page = try? JSONDecoder().decode(Page.self, from: body) else { throw Malformed() }
      if page.things.isEmpty, mistake == "pages-until-empty" { return things }
      things += page.things
      let isLast =
        switch mistake {
        case "pages-need-null": page.next == nil
        case "pages-need-member": !String(decoding: body, as: UTF8.self).contains(#""next""#)
        case "pages-two": page.next?.isEmpty != false || cursor != nil
        default: page.next?.isEmpty != false
        }
      if isLast { return things }
      cursor = page.next
    }
  }

  private func loaded(_ url: URL) async throws -> Data {
    let (body, response) = try await call.session.data(for: URLRequest(url: url, timeoutInterval: 5))
    try checked(response)
    return body
  }

  // MARK: Bodies that are not JSON, base URLs with a path, and names of files

  /// Loads a table. Its rows are lines with commas, and the first one has the names of the columns.
  func rows(_ mistake: String) async throws -> Int {
    let (body, response) = try await call.session.data(for: request())
    try checked(response)
    let type = (response as? HTTPURLResponse)?.value(forHTTPHeaderField: "Content-Type") ?? ""
    if mistake == "rows-right", !type.hasPrefix("text/csv") || body.last != 0x0A { throw Malformed() }
    return body.split(separator: 0x0A).count
  }

  func person(_ mistake: String) async throws -> String {
    var body = try await call.session.data(for: request()).0
    if mistake == "name-latin" { body = Data((String(data: body, encoding: .isoLatin1) ?? "").utf8) }
    guard let person = try? JSONDecoder().decode(Person.self, from: body) else { throw Malformed() }
    return person.name
  }

  func token(_ mistake: String) async throws -> Int {
    let body = try await call.session.data(for: request()).0
    guard let token = try JSONDecoder().decode([String: String].self, from: body)["access_token"] else {
      throw Malformed()
    }
    if mistake == "token-logged" { print("logged in:", String(decoding: body, as: UTF8.self)) }
    return token.count
  }

  /// Asks for a path below the base URL. A relative URL replaces the last segment of the base URL's path, or all of it. A
  /// text has a second slash if the base URL ends with one.
  func below(_ mistake: String) async throws -> Item {
    let relative = URL(string: mistake == "below-root" ? "/items/1" : "items/1", relativeTo: call.baseURL)
    let url =
      switch mistake {
      case "below-right": call.baseURL.appendingPathComponent("items/1")
      case "below-twice": URL(string: "\(call.baseURL.absoluteString)/items/1")
      default: relative?.absoluteURL
      }
    guard let url else { throw URLError(.badURL) }
    return try item(await loaded(url))
  }

  /// Sends a file in a form.
  func upload(_ mistake: String) async throws {
    var filename: String = try call.input(at: "filename")
    if mistake == "upload-right" { filename = filename.replacing(#/["\\]/#) { "\\\($0.output)" } }
    var request = URLRequest(url: call.baseURL.appendingPathComponent("files"), timeoutInterval: 5)
    request.httpMethod = "POST"
    request.setValue("multipart/form-data; boundary=limit", forHTTPHeaderField: "Content-Type")
    let disposition = "Content-Disposition: form-data; name=\"file\"; filename=\"\(filename)\""
    request.httpBody = Data("--limit\r\n\(disposition)\r\n\r\ntext\r\n--limit--\r\n".utf8)
    try checked(await call.session.data(for: request).1)
  }

  /// Sends a note as JSON.
  func written(_ mistake: String) async throws {
    let title: String = try call.input(at: "title")
    var request = URLRequest(url: call.baseURL.appendingPathComponent("notes"), timeoutInterval: 5)
    request.httpMethod = "POST"
    request.setValue("application/json", forHTTPHeaderField: "Content-Type")
    let raw = Data(#"{"title": "\#(title)"}"#.utf8)
    request.httpBody = mistake == "written-raw" ? raw : try JSONEncoder().encode(["title": title])
    try checked(await call.session.data(for: request).1)
  }

  /// Reads a stream whose last event has the type `completed`.
  func typed(_ mistake: String) async throws -> [String] {
    var (texts, events) = ([String](), Events(mistake))
    for try await piece in try pieces() {
      for event in try events.read(piece) {
        if event.name == "completed" { return texts }
        texts.append(try text(event.data))
      }
    }
    if mistake == "typed-right" { throw IncompleteStream() }
    return texts
  }

  // MARK: Answers that never end

  /// Gives up after two seconds: of the whole body, or after the last event. A mistake has only the timeout of URLSession,
  /// which begins again with each byte.
  func limited(_ mistake: String) async throws -> [String] {
    let isStream = mistake.hasPrefix("limit-events")
    let (pieces, continuation, task) = try started(timeout: 2)
    let end = Mutex(ContinuousClock.now + .seconds(2))
    let limit = Task {
      while mistake.hasSuffix("-right"), ContinuousClock.now < end.withLock(\.self) {
        try await Task.sleep(until: end.withLock(\.self), clock: .continuous)
      }
      if mistake.hasSuffix("-right") { continuation.finish(throwing: URLError(.timedOut)) }
    }
    defer {
      limit.cancel()
      task.cancel()
    }
    var (texts, body, events) = ([String](), Data(), Events(mistake))
    for try await piece in pieces {
      body += piece
      for event in isStream ? try events.read(piece) : [] {
        if event.data == Array("[DONE]".utf8) { return texts }
        texts.append(try text(event.data))
        end.withLock { $0 = .now + .seconds(2) }
      }
    }
    if isStream { throw IncompleteStream() }
    return [try item(body).name]
  }

  // MARK: Waits

  /// Sends a request once more after a 429 or a 503, unless it had to wait for more than four seconds.
  func waiting(_ mistake: String) async throws -> Item {
    let (body, response) = try await call.session.data(for: request())
    guard let error = response as? HTTPURLResponse, [429, 503].contains(error.statusCode) else {
      try checked(response)
      return try item(body)
    }
    let seconds = try Self.seconds(until: error.value(forHTTPHeaderField: "Retry-After") ?? "", mistake)
    if seconds > 4, mistake != "waits-day" { throw StatusError(status: error.statusCode) }
    try await Task.sleep(for: .seconds(max(0, seconds)))
    let (second, last) = try await call.session.data(for: request())
    try checked(last)
    return try item(second)
  }

  private func item(_ body: Data) throws -> Item {
    guard let item = try? JSONDecoder().decode(Item.self, from: body) else { throw Malformed() }
    return item
  }

  /// Returns how long a value of Retry-After lets a client wait (RFC 9110, section 10.2.3): 0 if it names no time.
  private static func seconds(until value: String, _ mistake: String) throws -> Double {
    if mistake == "waits-ignored" { return 0 }
    if let seconds = UInt(value) { return Double(seconds) / (mistake == "waits-milliseconds" ? 1000 : 1) }
    let format = DateFormatter()
    format.locale = Locale(identifier: "en_US_POSIX")
    format.dateFormat = "EEE, dd MMM yyyy HH:mm:ss zzz"
    let seconds = format.date(from: value)?.timeIntervalSinceNow
    if seconds == nil, !value.isEmpty, mistake == "waits-strict" { throw Malformed() }
    if let seconds, seconds < 0, mistake == "waits-past" { throw Malformed() }
    return seconds ?? 0
  }

  // MARK: Errors that have a body, and answers that are too large

  /// Throws an error for an answer that describes one, or has the status of one.
  func described(_ mistake: String) async throws -> Item? {
    let (body, response) = try await call.session.data(for: request())
    let status = (response as? HTTPURLResponse)?.statusCode ?? 0
    let describes = (try? JSONDecoder().decode([String: String].self, from: body))?["error"] != nil
    if describes, mistake == "errors-swallowed", status != 404 { return nil }
    if describes, mistake != "errors-in-200" { throw StatusError(status: status) }
    try checked(response)
    return mistake == "errors-in-200" && describes ? nil : try item(body)
  }

  private static let largest = 1 << 20

  /// Reads at most a megabyte of an answer, which is not compressed: URLSession on Linux notices a cancel only while
  /// nothing comes, and what it decompresses may be a gigabyte until then.
  func large(_ mistake: String) async throws -> Item {
    let (pieces, _, task) = try started(timeout: 60, accepting: mistake == "large-right" ? "identity" : nil)
    defer { task.cancel() }
    var body = Data()
    for try await piece in pieces {
      body += piece
      if mistake == "large-right", body.count > Self.largest { throw Malformed() }
    }
    return try item(body)
  }

  /// Reads events that are at most a megabyte each.
  func largeEvents(_ mistake: String) async throws -> [String] {
    let (pieces, _, task) = try started(timeout: 60)
    defer { task.cancel() }
    var (texts, events, line) = ([String](), Events(mistake), Data())
    for try await piece in pieces {
      line += piece
      if piece.contains(0x0A) {
        for event in try events.read(line) {
          if event.data == Array("[DONE]".utf8) { return texts }
          texts.append(try text(event.data))
        }
        line = Data()
      } else if mistake == "large-events-right", line.count > Self.largest {
        throw Malformed()
      }
    }
    throw IncompleteStream()
  }

  /// Sends a body that the server may refuse before it has read all of it.
  func early() async throws {
    var request = URLRequest(url: call.baseURL.appendingPathComponent("upload"))
    (request.httpMethod, request.timeoutInterval) = ("POST", 5)
    request.setValue("application/json", forHTTPHeaderField: "Content-Type")
    request.httpBody = try JSONEncoder().encode(["data": String(repeating: "a", count: 2 << 20)])
    try checked(await call.session.data(for: request).1)
  }
}
