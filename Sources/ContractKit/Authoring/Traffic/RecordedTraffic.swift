import ContractCore

/// The requests and answers of HTTP archives (HAR 1.2), as they went over the network.
struct RecordedTraffic {
  struct Entry {
    /// The place in the archive: `session.har#/log/entries/3`.
    var place: String
    var file: String
    /// Scheme, host and perhaps port of the URL, in lower case.
    var origin: String
    /// The percent-encoded path.
    var path: String
    var request: CapturedRequest
    var answer: Answer
  }

  enum Answer {
    /// The last answer to the request. The body is nil if it was not recorded, or not all of it.
    case answer(status: Int, type: String, body: [UInt8]?)
    /// An answer that says nothing about the endpoint, such as `304` or `WebSocket`.
    case other(String)
  }

  /// The longest URL that is compared, in bytes. No server accepts longer ones.
  private static let urlLimit = 64 << 10

  private(set) var entries: [Entry] = []
  /// How many entries have no request that can be read.
  private(set) var unreadable = 0

  init(_ files: [String]) throws(ImportFailure) {
    for file in files { add(try ImportedDocument(file: file, format: .har)) }
  }

  private mutating func add(_ document: ImportedDocument) {
    let entries = document.json["log"]?["entries"]?.elements ?? []
    // Browsers leave out the headers that are secrets, so nobody knows whether they were sent.
    let hidden = ["Authorization", "Cookie"].filter { name in
      !entries.contains { entry in
        entry["request"]?["headers"]?.elements.contains { $0["name"]?.string?.isSameName(name) == true } == true
      }
    }
    for (index, entry) in entries.enumerated() {
      guard let value = entry["request"], let request = Self.request(value, hidden),
        request.url.utf8.count <= Self.urlLimit, let url = HARURL(request.url)
      else {
        unreadable += 1
        continue
      }
      self.entries.append(
        Entry(
          place: "\(document.file)#/log/entries/\(index)", file: document.file, origin: url.origin, path: url.path,
          request: request, answer: Self.answer(entry, request)))
    }
  }

  // MARK: Requests

  private static func request(_ value: JSON, _ hidden: [String]) -> CapturedRequest? {
    guard let url = HARURL.text(of: value), let method = value["method"]?.string else { return nil }
    // Some tools write characters that a client had to encode.
    let encoded = Hexadecimal.percentEncoded(url) { !(0x00...0x20).contains($0) && $0 < 0x7F }
    var request = CapturedRequest(
      method: method.uppercased(), url: encoded, headers: Headers(recorded: value["headers"]))
    request.unobserved = hidden
    let data = value["postData"]
    let fields = data?["params"]?.elements ?? []
    let type = data?["mimeType"]?.string ?? ""
    if !type.isEmpty, !request.headers.has("Content-Type") { request.headers.lines.append(.init("Content-Type", type)) }
    let content = HARContent(ofRequest: value)
    if case .whole(let bytes) = content {
      request.body = bytes
    } else if !fields.isEmpty, type.hasPrefix("application/x-www-form-urlencoded") {
      // As browsers send it (WHATWG URL, section 5.2).
      func escaped(_ text: String) -> String {
        Hexadecimal.percentEncoded(text) { $0.isLetter || $0.isDigit }.replacing("%20", with: "+")
      }
      let items = fields.compactMap { field in
        field["name"]?.string.map { "\(escaped($0))=\(escaped(field["value"]?.string ?? ""))" }
      }
      request.body = Array(items.joined(separator: "&").utf8)
    } else if !fields.isEmpty {
      request.unobserved.append("body")
    } else if case .lost = content {
      request.unobserved.append("body")
    }
    return request
  }

  // MARK: Answers

  private static func answer(_ entry: JSON, _ request: CapturedRequest) -> Answer {
    if ["OPTIONS", "CONNECT"].contains(request.method) { return .other(request.method) }
    guard let value = entry["response"], HARAnswer.error(value, of: entry).isEmpty, let status = value["status"]?.int,
      status > 0
    else { return .other("no answer") }
    if HARAnswer.isWebSocket(entry) { return .other("WebSocket") }
    if status < 200 { return .other("1xx") }
    if status == 304 { return .other("304") }
    let type = value["content"]?["mimeType"]?.string ?? Headers(recorded: value["headers"])["Content-Type"] ?? ""
    let content = HARContent(ofAnswer: value, to: request.method)
    let body = if case .whole(let bytes) = content { bytes } else { [UInt8]?.none }
    return .answer(status: status, type: type, body: body)
  }
}
