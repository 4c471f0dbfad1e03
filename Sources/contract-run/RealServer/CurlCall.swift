import ContractCore
import Foundation

/// One request by curl. Everything about it goes through pipes, so that no secret is in the list of processes or on disk.
///
/// curl decides about certificates, proxies and client certificates as it does for its user: by its own configuration file
/// and its environment variables.
struct CurlCall {
  /// The request with the server's own URL.
  let request: CapturedRequest
  /// How many seconds the server has.
  let limit: Double
  let processes: Processes
  let environment: [String: String]
  /// Returns whether the run ends.
  let isStopped: @Sendable () -> Bool

  /// The largest answer that is passed on, in bytes.
  static let sizeLimit = 32 << 20

  /// Why there is no answer, as curl says it.
  struct Failure: Error {
    var why: String
  }

  /// Sends the request, and returns the answer with its headers as they came.
  func send() throws(Failure) -> Reply {
    let child: Processes.Child
    do throws(Processes.SpawnFailure) {
      child = try processes.spawn(["curl", "--config", "-"], in: nil, environment: environment, streams: .pipesAndBody)
    } catch {
      throw Failure(why: "curl cannot be started: \(Platform.message(error.number))")
    }
    Descriptor.write(Array(configuration.utf8), to: child.input)
    close(child.input)
    let (errors, writer) = (child.errors, child.body)
    // A body can be larger than a pipe, and curl reads it only when the server wants it.
    let body = request.body ?? []
    do throws(SystemThread.Failure) {
      try SystemThread {
        Descriptor.write(body, to: writer)
        close(writer)
      }.detach()
    } catch { close(writer) }
    let output = read(child.output)
    close(child.output)
    if output.isCut { kill(-child.pid, SIGKILL) }
    let message = read(errors).bytes
    close(errors)
    let end = processes.reap(child.pid)
    if isStopped() { throw Failure(why: "the run ends") }
    if output.isCut { throw Failure(why: "the answer is larger than \(Self.sizeLimit >> 20) MiB") }
    guard end == .exit(0) else { throw Failure(why: Self.reason(message, end)) }
    guard let reply = Self.reply(output.bytes) else { throw Failure(why: "the answer is not HTTP") }
    return reply
  }

  /// Reads everything up to the largest size, or until the run ends.
  private func read(_ descriptor: Int32) -> (bytes: [UInt8], isCut: Bool) {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 64 << 10)
    while true {
      var item = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      let count = poll(&item, 1, 200)
      if isStopped() { return (bytes, true) }
      if count <= 0 { continue }
      let length = Foundation.read(descriptor, &buffer, buffer.count)
      if length < 0, errno == EINTR { continue }
      if length <= 0 { return (bytes, false) }
      bytes += buffer[..<length]
      if bytes.count > Self.sizeLimit { return (bytes, true) }
    }
  }

  // MARK: What curl is told

  /// The options that do not depend on the request.
  private static let options = [
    // Headers come before the body, those of a proxy do not, and redirects are followed only where the caller wants it.
    "silent", "show-error", "include", "suppress-connect-headers", "no-location", "globoff", "path-as-is", "no-buffer",
  ]

  private var configuration: String {
    var lines = Self.options
    func add(_ name: String, _ value: String) { lines.append("\(name) = \(value.quotedForCurl)") }
    add("proto", "=http,https")
    add("max-time", String(limit))
    add("url", request.url)
    if request.method == "HEAD" { lines.append("head") } else { add("request", request.method) }
    if request.body != nil { add("data-binary", "@/dev/fd/3") }
    // curl adds these by itself, and the client may not have sent them.
    for name in ["User-Agent", "Accept", "Content-Type", "Expect"] where !request.headers.has(name) {
      add("header", "\(name):")
    }
    for line in request.headers.lines { add("header", line.value.isEmpty ? "\(line.name);" : "\(line.name): \(line.value)") }
    return lines.joined(separator: "\n") + "\n"
  }

  // MARK: What curl says

  private static func reason(_ message: [UInt8], _ end: TerminationStatus) -> String {
    let text = String(decoding: message, as: UTF8.self).split(separator: "\n").first.map(String.init)
    return text ?? "curl \(end.text)"
  }

  /// Returns the last answer in what curl printed; nil if it is none.
  private static func reply(_ bytes: [UInt8]) -> Reply? {
    var rest = bytes[...]
    while true {
      guard let end = rest.firstRange(of: [0x0D, 0x0A, 0x0D, 0x0A]) else { return nil }
      let lines = String(decoding: rest[..<end.lowerBound], as: UTF8.self).split(separator: "\r\n")
      rest = rest[end.upperBound...]
      let words = lines.first?.split(separator: " ", maxSplits: 2) ?? []
      guard words.count > 1, words[0].hasPrefix("HTTP/"), let status = Int(words[1]) else { return nil }
      // An answer such as 100 or 103 comes before the last one.
      if (100..<200).contains(status) { continue }
      let headers = lines.dropFirst().compactMap { line in
        line.firstIndex(of: ":").map { Headers.Line(String(line[..<$0]), String(line[$0...].dropFirst())) }
      }
      return Reply(.status(status), headers: Headers(headers), body: rest.isEmpty ? nil : Array(rest))
    }
  }
}

extension String {
  /// The text as a value in a configuration file of curl.
  fileprivate var quotedForCurl: String {
    var text = "\""
    for character in unicodeScalars {
      switch character {
      case "\"": text += "\\\""
      case "\\": text += "\\\\"
      case "\n": text += "\\n"
      case "\r": text += "\\r"
      case "\t": text += "\\t"
      default: text.unicodeScalars.append(character)
      }
    }
    return text + "\""
  }
}
