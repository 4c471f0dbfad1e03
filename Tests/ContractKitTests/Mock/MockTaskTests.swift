import Foundation
import Testing

@testable import ContractKit

/// The arguments of a task's handler.
private struct Reported: Sendable {
  var text: String?
  var status: Int?
  var error: Int?

  init(_ data: Data?, _ response: URLResponse?, _ error: (any Error)?) {
    text = data.map { String(decoding: $0, as: UTF8.self) }
    status = (response as? HTTPURLResponse)?.statusCode
    self.error = (error as? URLError)?.errorCode
  }
}

@Suite("The tasks of the mock session", .timeLimit(.hang))
struct MockTaskTests {
  // swift-format-ignore: NeverForceUnwrap
  private let address = URL(string: "http://localhost:8080/things")!

  /// Makes a task, resumes it, and waits for the arguments of its handler.
  private func reported(
    _ call: Call,
    _ make: (MockSession, @escaping @Sendable (Data?, URLResponse?, (any Error)?) -> Void) -> URLSessionTask
  ) async -> Reported {
    await withCheckedContinuation { continuation in
      make(call.mock) { continuation.resume(returning: Reported($0, $1, $2)) }.resume()
    }
  }

  @Test("a data task sends its request and passes the answer to its handler")
  func dataTask() async {
    let seen = Notes<CapturedRequest>()
    let call = Call.memory {
      seen.add($0)
      return .ok("[]")
    }
    var request = URLRequest(url: address)
    request.httpMethod = "PATCH"
    request.httpBody = Data("{}".utf8)
    request.setValue("a", forHTTPHeaderField: "X-Thing")
    request.timeoutInterval = 7
    let first = await reported(call) { $0.dataTask(with: request, completionHandler: $1) }
    #expect((first.text, first.status, first.error) == ("[]", 200, nil))
    let second = await reported(call) { $0.dataTask(with: address, completionHandler: $1) }
    #expect(second.status == 200)
    #expect(
      seen.all == [
        CapturedRequest(
          method: "PATCH", url: address.absoluteString, headers: Headers([.init("X-Thing", "a")]),
          body: Array("{}".utf8), timeout: 7),
        CapturedRequest(method: "GET", url: address.absoluteString, timeout: 60),
      ])
  }

  @Test("an upload sends its body, from memory or from a file")
  func uploads() async throws {
    let seen = Notes<CapturedRequest>()
    let call = Call.memory {
      seen.add($0)
      return .ok("{}")
    }
    var request = URLRequest(url: address)
    request.httpMethod = "POST"
    request.httpBody = Data("this is replaced".utf8)
    let upload = request
    let file = FileManager.default.temporaryDirectory.appendingPathComponent("upload-\(UUID().uuidString)")
    try Data("from a file".utf8).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    _ = await reported(call) { $0.uploadTask(with: upload, from: Data("from memory".utf8), completionHandler: $1) }
    _ = await reported(call) { $0.uploadTask(with: upload, fromFile: file, completionHandler: $1) }
    _ = await reported(call) { $0.uploadTask(with: upload, from: nil, completionHandler: $1) }
    _ = try await call.mock.upload(for: upload, from: Data("async".utf8))
    _ = try await call.mock.upload(for: upload, fromFile: file)
    let bodies = seen.all.map { $0.body.map { String(decoding: $0, as: UTF8.self) } }
    #expect(bodies == ["from memory", "from a file", nil, "async", "from a file"])
    #expect(seen.all.allSatisfy { $0.unobserved.isEmpty && $0.method == "POST" })
  }

  @Test("an upload of a missing file fails and sends nothing")
  func noFile() async {
    let seen = Notes<CapturedRequest>()
    let call = Call.memory {
      seen.add($0)
      return .ok("{}")
    }
    let missing = URL(fileURLWithPath: "/there/is/no/such/file")
    let request = URLRequest(url: address)
    let answer = await reported(call) { $0.uploadTask(with: request, fromFile: missing, completionHandler: $1) }
    #expect((answer.text, answer.status, answer.error) == (nil, nil, URLError.fileDoesNotExist.rawValue))
    await #expect(throws: URLError.self) { try await call.mock.upload(for: request, fromFile: missing) }
    #expect(seen.all.isEmpty)
  }

  @Test("a download's file exists until its handler returns")
  func download() async throws {
    let call = Call.memory { _ in .ok("the bytes") }
    let request = URLRequest(url: address)
    let (text, file) = await withCheckedContinuation { (continuation: CheckedContinuation<(String?, URL?), Never>) in
      call.mock.downloadTask(with: request) { file, response, error in
        let text = file.flatMap { try? String(contentsOf: $0, encoding: .utf8) }
        continuation.resume(returning: (text, file))
      }.resume()
    }
    #expect(text == "the bytes")
    let gone = try #require(file)
    // The session runs one handler at a time. So the first handler has returned when the next one runs.
    _ = await reported(call) { $0.dataTask(with: request, completionHandler: $1) }
    #expect(!FileManager.default.fileExists(atPath: gone.path))
  }

  @Test("the file of an async download exists as long as the session")
  func asyncDownload() async throws {
    var file: URL?
    do {
      let call = Call.memory { _ in .ok("the bytes") }
      let (found, response) = try await call.mock.download(from: address)
      #expect(try String(contentsOf: found, encoding: .utf8) == "the bytes")
      #expect((response as? HTTPURLResponse)?.statusCode == 200)
      file = found
    }
    #expect(!FileManager.default.fileExists(atPath: try #require(file).path))
  }

  @Test("a download that fails has no file")
  func failedDownload() async {
    let call = Call.memory { _ in .network(-1005) }
    let request = URLRequest(url: address)
    let (file, code) = await withCheckedContinuation { (continuation: CheckedContinuation<(URL?, Int?), Never>) in
      call.mock.downloadTask(with: request) { file, _, error in
        continuation.resume(returning: (file, (error as? URLError)?.errorCode))
      }.resume()
    }
    #expect(file == nil && code == -1005)
  }

  @Test("tasks have Foundation's types, and correct identifiers, requests and states")
  func properties() async {
    let call = Call.memory { _ in .ok("{}") }
    let request = URLRequest(url: address)
    let ended = Gate()
    let data = call.mock.dataTask(with: request) { _, _, _ in ended.open() }
    let upload: URLSessionDataTask = call.mock.uploadTask(with: request, from: nil) { _, _, _ in }
    let download: URLSessionTask = call.mock.downloadTask(with: request) { _, _, _ in }
    #expect(!(data is URLSessionUploadTask) && upload is URLSessionUploadTask && download is URLSessionDownloadTask)
    #expect(data.state == .suspended && data.originalRequest == request && data.currentRequest == request)
    #expect(Set([data.taskIdentifier, upload.taskIdentifier, download.taskIdentifier]).count == 3)
    data.resume()
    await ended.wait()
    #expect(data.state == .completed && (data.response as? HTTPURLResponse)?.statusCode == 200 && data.error == nil)
    upload.cancel()
    download.cancel()
  }

  @Test("a second resume does nothing")
  func resumedTwice() async {
    let seen = Notes<String>()
    let call = Call.memory {
      seen.add($0.url)
      return .ok("{}")
    }
    let request = URLRequest(url: address)
    let task = Notes<URLSessionTask>()
    _ = await reported(call) {
      let made = $0.dataTask(with: request, completionHandler: $1)
      task.add(made)
      made.resume()
      return made
    }
    task.all.first?.resume()
    _ = await reported(call) { $0.dataTask(with: request, completionHandler: $1) }
    #expect(seen.all.count == 2)
  }

  @Test("a suspended task keeps its answer until it is resumed")
  func suspended() async {
    let answering = Gate()
    let call = Call.memory { _ in
      await answering.wait()
      return .ok("late")
    }
    let request = URLRequest(url: address)
    let notes = Notes<String>()
    let task = call.mock.dataTask(with: request) { data, _, _ in
      notes.add(data.map { String(decoding: $0, as: UTF8.self) } ?? "nothing")
    }
    task.resume()
    task.suspend()
    #expect(task.state == .suspended)
    answering.open()
    // The next request is handed over after the answer to the first one has arrived.
    _ = await reported(call) { $0.dataTask(with: request, completionHandler: $1) }
    #expect(notes.all == [])
    task.resume()
    _ = await reported(call) { $0.dataTask(with: request, completionHandler: $1) }
    #expect(notes.all == ["late"])
  }

  @Test("a task that is suspended twice must be resumed twice")
  func suspendedTwice() async {
    let seen = Notes<String>()
    let call = Call.memory {
      seen.add($0.url)
      return .ok("{}")
    }
    let request = URLRequest(url: address)
    let ended = Gate()
    let task = call.mock.dataTask(with: request) { _, _, _ in ended.open() }
    task.suspend()
    task.resume()
    #expect(task.state == .suspended)
    _ = await reported(call) { $0.dataTask(with: address, completionHandler: $1) }
    #expect(seen.all.count == 1)
    task.resume()
    await ended.wait()
    #expect(seen.all.count == 2)
  }

  @Test("a task that waits in an inline resume can be canceled")
  func cancelledInline() async {
    let asked = Gate()
    let answering = Gate()
    let call = Call.memory { _ in
      asked.open()
      await answering.wait()
      return .ok("{}")
    }
    let codes = Notes<Int?>()
    let task = call.mock(callbacksOn: .inline).dataTask(with: URLRequest(url: address)) { _, _, error in
      codes.add((error as? URLError)?.errorCode)
    }
    async let resumed: Void = withCheckedContinuation { continuation in
      DispatchQueue(label: "resumes").async {
        task.resume()
        continuation.resume()
      }
    }
    await asked.wait()
    task.cancel()
    // `resume` returns without the answer, which comes later and is dropped.
    await resumed
    answering.open()
    #expect(codes.all == [-999])
  }

  @Test("a canceled task calls its handler with the error once, whatever happens afterwards", arguments: [false, true])
  func cancelled(isResumed: Bool) async {
    let answering = Gate()
    let call = Call.memory { _ in
      await answering.wait()
      return .ok("{}")
    }
    let request = URLRequest(url: address)
    let notes = Notes<Int?>()
    let ended = Gate()
    let task = call.mock.dataTask(with: request) { _, _, error in
      notes.add((error as? URLError)?.errorCode)
      ended.open()
    }
    if isResumed { task.resume() }
    task.cancel()
    await ended.wait()
    #expect(task.state == .completed && (task.error as? URLError)?.code == .cancelled)
    answering.open()
    task.resume()
    task.cancel()
    _ = await reported(call) { $0.dataTask(with: request, completionHandler: $1) }
    #expect(notes.all == [-999])
  }

  @Test("an async request whose task is canceled fails with -999")
  func cancelledAsync() async throws {
    let asked = Gate()
    let call = Call.memory { _ in
      asked.open()
      return .ok("{}", delay: 3600)
    }
    let address = address
    let task = Task { try await call.mock.data(from: address) }
    await asked.wait()
    task.cancel()
    let error = await #expect(throws: URLError.self) { try await task.value }
    #expect(error?.code == .cancelled)
  }

  @Test("a task lives until its handler was called, even if the client releases it, and no longer")
  func lifetime() async {
    let call = Call.memory { _ in .ok("{}") }
    let request = URLRequest(url: address)
    weak var task: URLSessionTask?
    let isAlive = await withCheckedContinuation { (continuation: CheckedContinuation<Bool, Never>) in
      let made = Notes<Weak>()
      let new = call.mock.dataTask(with: request) { _, _, _ in
        continuation.resume(returning: made.all.first?.task != nil)
      }
      task = new
      made.add(Weak(new))
      new.resume()
    }
    #expect(isAlive)
    _ = await reported(call) { $0.dataTask(with: request, completionHandler: $1) }
    #expect(task == nil)
  }

  @Test("handlers run on the session's queue, on a given queue, or inside resume")
  func handlers() async {
    let call = Call.memory { _ in .ok("{}") }
    let request = URLRequest(url: address)
    let key = DispatchSpecificKey<String>()
    let named = DispatchQueue(label: "named")
    named.setSpecific(key: key, value: "named")
    let queue = await withCheckedContinuation { (continuation: CheckedContinuation<String?, Never>) in
      call.mock(callbacksOn: .queue(named)).dataTask(with: request) { _, _, _ in
        continuation.resume(returning: DispatchQueue.getSpecific(key: key))
      }.resume()
    }
    #expect(queue == "named")

    let order = Notes<String>()
    let inline = call.mock(callbacksOn: .inline).dataTask(with: request) { _, _, _ in order.add("handler") }
    await Task.detached {
      inline.resume()
      order.add("resume returned")
    }.value
    #expect(order.all == ["handler", "resume returned"])

    let later = Notes<String>()
    let ended = Gate()
    let holdsUp = DispatchSemaphore(value: 0)
    let own = call.mock.dataTask(with: request) { _, _, _ in
      holdsUp.wait()
      later.add("handler")
      ended.open()
    }
    own.resume()
    later.add("resume returned")
    holdsUp.signal()
    await ended.wait()
    #expect(later.all == ["resume returned", "handler"])
  }

  @Test("the requests of a session are handed over in the order in which their tasks are resumed")
  func order() async {
    let seen = Notes<String>()
    let call = Call.memory {
      seen.add(String($0.url.suffix(3)))
      return .ok("{}")
    }
    let mock = call.mock
    await withTaskGroup(of: Void.self) { group in
      for index in 100..<300 {
        let request = URLRequest(url: address.appendingPathComponent("\(index)"))
        let ended = Gate()
        mock.dataTask(with: request) { _, _, _ in ended.open() }.resume()
        group.addTask { await ended.wait() }
      }
    }
    #expect(seen.all == (100..<300).map(String.init))
  }
}

/// A weak reference that a handler can hold.
private struct Weak: @unchecked Sendable {
  // Set once, and only read afterwards.
  weak var task: URLSessionTask?

  init(_ task: URLSessionTask) { self.task = task }
}
