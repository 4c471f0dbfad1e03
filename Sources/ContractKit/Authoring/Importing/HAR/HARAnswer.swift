import ContractCore
import Foundation

/// The answer of a recorded entry.
struct HARAnswer {
  /// The answer; nil if it is not imported.
  private(set) var response: ImportedResponse?
  /// Why it is left out although nothing is wrong with it; nil if it is not.
  private(set) var skipped: String?
  /// A name for the scenario.
  private(set) var name = ""

  /// Reads an answer. What is wrong with it is noted.
  init(_ value: ImportValue, _ entry: ImportValue) {
    value.leaveOut("httpVersion", "cookies", "redirectURL", "headersSize", "bodySize", "comment")
    let status = value["status"]?.int ?? 0
    let reason = value["statusText"].flatMap { $0.json.isNull ? nil : $0.string } ?? ""
    // Playwright calls it `_failureText`.
    let error = (entry.json["_error"] ?? value.json["_error"] ?? value.json["_failureText"])?.string ?? ""
    if status <= 0 || !error.isEmpty {
      fail(error.isEmpty ? reason : error, value, entry)
      return
    }
    value.leaveOut(prefix: "_")
    if status < 200 {
      skipped = "not imported, because status \(status) is not the last answer"
      return
    }
    if status == 304 {
      skipped = "not imported, because the body of a 304 is in the browser's cache"
      return
    }
    name = reason.isEmpty ? String(status) : "\(status) \(reason)"
    var headers = Headers()
    for line in value["headers"]?.elements ?? [] {
      line.leaveOut("comment")
      guard let name = line["name"]?.string, let text = line["value"]?.string, !name.hasPrefix(":") else { continue }
      // Browsers join the lines of Set-Cookie with line breaks.
      for part in text.split(separator: "\n") { headers.lines.append(.init(name, String(part))) }
    }
    let content = value["content"]
    content?.leaveOut("compression", "comment")
    // Playwright writes bodies into files of their own.
    let isElsewhere = content?.json["_file"] != nil
    content?.leaveOut(prefix: "_")
    let type = content?["mimeType"]?.string ?? headers["Content-Type"] ?? ""
    if !Self.isAnswer(type) {
      skipped = "not imported, because only JSON, forms, XML and texts are, and not what pages consist of"
      return
    }
    if headers["Content-Type"] == nil, !type.isEmpty, type != "x-unknown" {
      headers.lines.append(.init("Content-Type", type))
    }
    let size = content?["size"]?.int ?? 0
    let text = content?["text"].flatMap { $0.json.isNull ? nil : $0.string }
    let encoding = content?["encoding"]?.string
    guard let text else {
      if size > 0 || isElsewhere {
        entry.lose(
          isElsewhere
            ? "the body of the answer is in another file; record it with content: \"embed\""
            : "the body of the answer was not recorded")
        return
      }
      response = ImportedResponse(kind: .status(status), headers: headers)
      return
    }
    var bytes = Array(text.utf8)
    if encoding == "base64" {
      guard let data = Data(base64Encoded: text, options: .ignoreUnknownCharacters) else {
        entry.lose("the body of the answer is not base64")
        return
      }
      bytes = Array(data)
    } else if let encoding, !encoding.isEmpty {
      entry.lose("the body of the answer has the unknown encoding '\(encoding)'")
      return
    }
    response = ImportedResponse(kind: .status(status), headers: headers, body: bytes.isEmpty ? nil : .bytes(bytes))
  }

  /// Whether an API answers with this type of content: JSON, forms, XML and texts, but not what pages consist of.
  private static func isAnswer(_ type: String) -> Bool {
    let plain = type.prefix { $0 != ";" }.lowercased()
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

  private mutating func fail(_ error: String, _ value: ImportValue, _ entry: ImportValue) {
    value.leaveOut("headers", "content", "_transferSize", "_error", "_fetchedViaServiceWorker")
    value.leaveOut(prefix: "_")
    let upper = error.uppercased()
    if upper.contains("ABORTED") || upper.contains("BLOCKED") || upper.contains("CANCEL") {
      skipped = "not imported, because the browser itself ended the request"
      return
    }
    let found = Self.errors.first { upper.contains($0.text) }?.name
    if found == nil {
      entry.document.note(
        "the network failed with '\(error)'; the scenario has networkConnectionLost", at: entry.pointer)
    }
    name = found ?? "networkConnectionLost"
    response = ImportedResponse(kind: .networkError(name, after: nil))
  }
}
