import ContractCore

/// The answers of recorded entries.
enum HARAnswer {
  /// Returns the answer of an entry, with a name for its scenario; nil if it is not imported, which is noted.
  static func read(_ value: ImportValue, _ entry: ImportValue) -> (response: ImportedResponse, name: String)? {
    value.leaveOut("httpVersion", "cookies", "redirectURL", "headersSize", "bodySize", "comment")
    let status = value["status"]?.int ?? 0
    let reason = value["statusText"]?.stringUnlessNull ?? ""
    let error = error(value.json, of: entry.json)
    if status <= 0 || !error.isEmpty { return failed(error.isEmpty ? reason : error, value, entry) }
    value.leaveOut(prefix: "_")
    if status < 200 { return entry.skipped("not imported, because status \(status) is not the last answer") }
    if status == 304 { return entry.skipped("not imported, because the body of a 304 is in the browser's cache") }
    var headers = Headers()
    for line in value["headers"]?.elements ?? [] {
      line.leaveOut("comment")
      guard let name = line["name"]?.string, let text = line["value"]?.string, !name.hasPrefix(":") else { continue }
      // Browsers join the lines of Set-Cookie with line breaks.
      for part in text.split(separator: "\n") { headers.lines.append(.init(name, String(part))) }
    }
    let content = value["content"]
    content?.leaveOut("compression", "comment")
    content?.leaveOut(prefix: "_")
    let type = content?["mimeType"]?.stringUnlessNull ?? headers["Content-Type"] ?? ""
    // These have no body, whatever type a tool writes for it.
    if ![204, 205].contains(status), !isAnswer(type) {
      return entry.skipped("not imported, because only JSON, forms, XML and texts are, and not what pages consist of")
    }
    if headers["Content-Type"] == nil, status != 204, status != 205, !type.isEmpty, type != "x-unknown" {
      headers.lines.append(.init("Content-Type", type))
    }
    var response = ImportedResponse(kind: .status(status), headers: headers)
    // What is of another type is noted.
    for name in ["encoding", "text"] { _ = content?[name]?.stringUnlessNull }
    _ = content?["size"].flatMap { $0.whole.isNull ? nil : $0.int }
    switch HARContent(ofAnswer: value.json, to: entry.json["request"]?["method"]?.string ?? "GET") {
    case .whole(let bytes): response.body = bytes.isEmpty ? nil : .bytes(bytes)
    case .nothing: break
    case .lost(let why): return entry.lost(why)
    }
    return (response, reason.isEmpty ? String(status) : "\(status) \(reason)")
  }

  /// Returns why the network failed, as the tool that recorded it says; "" if it did not.
  static func error(_ answer: JSON, of entry: JSON) -> String {
    // Playwright calls it `_failureText`.
    [entry["_error"], answer["_error"], answer["_failureText"]].lazy.compactMap { $0?.string }.first { !$0.isEmpty }
      ?? ""
  }

  /// Returns whether an entry is that of a WebSocket. Some tools write the list of its messages for every entry.
  static func isWebSocket(_ entry: JSON) -> Bool {
    entry["_webSocketMessages"]?.array?.isEmpty == false || entry["response"]?["status"]?.int == 101
  }

  /// Whether an API answers with this type of content: JSON, forms, XML and texts, but not what pages consist of.
  private static func isAnswer(_ type: String) -> Bool {
    let plain = MediaType.name(of: type)
    if ["html", "css", "javascript", "ecmascript", "svg"].contains(where: plain.contains) { return false }
    return plain.isEmpty || plain == "x-unknown" || plain.hasPrefix("text/")
      || ["json", "xml", "x-www-form-urlencoded"].contains(where: plain.contains)
  }

  // MARK: Network errors

  /// What browsers call network errors, without `net::ERR_` and `NS_ERROR_`.
  private static let errors: [(text: String, name: String)] = [
    ("NAME_NOT_RESOLVED", "cannotFindHost"), ("UNKNOWN_HOST", "cannotFindHost"),
    ("CONNECTION_REFUSED", "cannotConnectToHost"), ("ADDRESS_UNREACHABLE", "cannotConnectToHost"),
    ("CONNECTION_FAILED", "cannotConnectToHost"), ("INTERNET_DISCONNECTED", "notConnectedToInternet"),
    ("OFFLINE", "notConnectedToInternet"), ("TIMED_OUT", "timedOut"), ("NET_TIMEOUT", "timedOut"),
    ("EMPTY_RESPONSE", "badServerResponse"), ("INVALID_HTTP_RESPONSE", "badServerResponse"),
    ("CERT_DATE", "serverCertificateHasBadDate"), ("CERT_", "serverCertificateUntrusted"),
    ("SSL", "secureConnectionFailed"), ("TOO_MANY_REDIRECTS", "httpTooManyRedirects"),
    ("CONNECTION_RESET", "networkConnectionLost"), ("CONNECTION_CLOSED", "networkConnectionLost"),
    ("NETWORK_CHANGED", "networkConnectionLost"), ("NET_RESET", "networkConnectionLost"),
    ("NET_INTERRUPT", "networkConnectionLost"), ("INCOMPLETE_CHUNKED_ENCODING", "networkConnectionLost"),
  ]

  private static func failed(
    _ error: String, _ value: ImportValue, _ entry: ImportValue
  ) -> (response: ImportedResponse, name: String)? {
    value.leaveOut("headers", "content", prefix: "_")
    let upper = error.uppercased()
    if ["ABORTED", "BLOCKED", "CANCEL"].contains(where: upper.contains) {
      return entry.skipped("not imported, because the browser itself ended the request")
    }
    let found = errors.first { upper.contains($0.text) }?.name
    if found == nil { entry.note("the network failed with '\(error)'; the scenario has networkConnectionLost") }
    let name = found ?? "networkConnectionLost"
    return (ImportedResponse(kind: .networkError(name, after: nil)), name)
  }
}

extension ImportValue {
  /// Leaves out the value, with which nothing is wrong, for a reason. Returns nil in place of what it should become.
  func skipped<Result>(_ why: String) -> Result? { lost(why, level: .information) }
}
