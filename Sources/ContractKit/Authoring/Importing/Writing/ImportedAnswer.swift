import ContractCore
import Foundation

/// An answer as the member `response` of a contract.
struct ImportedAnswer {
  let method: String
  let response: ImportedResponse
  let document: ImportedDocument
  /// The JSON pointer of the answer in the document.
  let pointer: String

  /// Headers that describe the transfer and not the answer: those that a server or a proxy adds, and whose values say
  /// nothing to clients of an API. The body is written decoded, and contract-run adds the length.
  private static let noise: Set<String> = [
    "age", "alt-svc", "connection", "content-encoding", "content-length", "content-security-policy",
    "content-security-policy-report-only", "cross-origin-embedder-policy", "cross-origin-opener-policy",
    "cross-origin-resource-policy", "date", "expect-ct", "keep-alive", "nel", "origin-trial", "permissions-policy",
    "proxy-connection", "referrer-policy", "report-to", "reporting-endpoints", "server", "server-timing",
    "strict-transport-security", "transfer-encoding", "vary", "via", "x-amz-cf-id", "x-amz-cf-pop", "x-cache",
    "x-content-type-options", "x-download-options", "x-frame-options", "x-permitted-cross-domain-policies",
    "x-powered-by", "x-runtime", "x-served-by", "x-timer", "x-ua-compatible", "x-xss-protection",
  ]

  /// Returns the response as JSON; nil if no contract can have it. What had to be changed is noted.
  ///
  /// - Parameter file: Returns the path by which the contract names a file that is copied.
  func json(file: (String) -> String) -> JSON? {
    switch response.kind {
    case .nonHTTP: return .object([("kind", "nonHTTP")] + body(response.body, file) + delay)
    case .networkError(let name, let after):
      let part = after == nil ? [] : body(response.body ?? .text("{"), file) + [("after", .number(after ?? 0))]
      return .object([("kind", "networkError"), ("error", .string(name))] + part + delay)
    case .status(let status) where !(200...999).contains(status):
      document.note("status \(status) cannot be an answer; the scenario is left out", at: pointer)
      return nil
    case .status(let status):
      var content = response.body
      let isEmpty = status == 204 || status == 304 || method == "HEAD"
      if isEmpty, content != nil {
        let what = method == "HEAD" ? "to HEAD" : "with status \(status)"
        document.note("an answer \(what) has no body; it is left out", at: pointer)
        content = nil
      }
      let isSuccess = (200...299).contains(status)
      var kind = isSuccess ? "valid" : "statusError"
      if isSuccess, response.isJSON, let content, content.isNoJSON { kind = "corruptJSON" }
      var members: [(String, JSON)] = [("kind", .string(kind))]
      if status != 200 { members.append(("status", .number(status))) }
      let headers = headers(with: content)
      if !headers.isEmpty { members.append(("headers", .object(headers))) }
      return .object(members + body(content, file) + delay)
    }
  }

  private var delay: [(String, JSON)] {
    guard let delay = response.delay, delay > 0 else { return [] }
    return [("delay", .seconds(min(delay, 86_400)))]
  }

  private func body(_ body: ImportedResponse.Body?, _ file: (String) -> String) -> [(String, JSON)] {
    let json: JSON
    switch body {
    case nil: return []
    case .json(let value): json = ["json": value]
    case .text(let text): json = ["text": .string(text)]
    case .bytes(let bytes): json = ["base64": .string(Data(bytes).base64EncodedString())]
    case .file(let path): json = ["file": .string(file(path))]
    case .chunks(let chunks):
      json = [
        "chunks": .array(
          chunks.map { chunk in
            let content: (String, JSON) =
              String(validating: chunk.bytes, as: UTF8.self).map { ("text", .string($0)) }
              ?? ("base64", .string(Data(chunk.bytes).base64EncodedString()))
            return .object(chunk.delay > 0 ? [content, ("delay", .seconds(chunk.delay))] : [content])
          })
      ]
    }
    return [("body", json)]
  }

  private func headers(with body: ImportedResponse.Body?) -> [(String, JSON)] {
    var members: [(String, JSON)] = []
    for (name, values) in response.headers.byName {
      let isCoding = name.isSameName("Content-Encoding") && body?.isGzip == true
      // An answer to HEAD has the length of a body that is not sent.
      let isLength = method == "HEAD" && name.isSameName("Content-Length") && values.allSatisfy { Int($0) != nil }
      if Self.noise.contains(name.lowercased()), !isCoding, !isLength {
        document.log.leaveOut("header \(name)")
        continue
      }
      // The default for JSON.
      if name.isSameName("Content-Type"), values == ["application/json"], case .json? = body { continue }
      let values = values.map { $0.trimmingCharacters(in: .whitespaces) }
      guard HTTPText.isToken(name), values.allSatisfy({ HTTPText.valueError($0) == nil }) else {
        document.note("the header \(name) is not valid in HTTP; it is left out", at: pointer)
        continue
      }
      members.append((name, .arrayUnlessOne(values.map { .string($0) })))
    }
    return members
  }
}

extension ImportedResponse.Body {
  /// Whether the body is compressed by gzip (RFC 1952, section 2.3.1).
  var isGzip: Bool {
    let start: [UInt8] =
      switch self {
      case .bytes(let bytes): Array(bytes.prefix(2))
      case .chunks(let chunks): Array(chunks.lazy.flatMap(\.bytes).prefix(2))
      case .file(let path): Array((FileSystem.bytes(path) ?? []).prefix(2))
      case .json, .text: []
      }
    return start == [0x1F, 0x8B]
  }

  /// Whether the body is certainly not JSON.
  fileprivate var isNoJSON: Bool {
    switch self {
    case .json, .file: false
    case .text(let text): JSON.parse(text) == nil
    case .bytes(let bytes): !isGzip && JSON.parse(bytes) == nil
    case .chunks(let chunks): !isGzip && JSON.parse(chunks.flatMap(\.bytes)) == nil
    }
  }
}

extension JSON {
  /// Returns a number of seconds; 0 if it is not finite.
  fileprivate static func seconds(_ seconds: Double) -> JSON { JSON(.number(JSON.Number(seconds) ?? JSON.Number(0))) }
}
