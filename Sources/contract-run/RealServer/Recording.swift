import ContractCore
import Foundation
import Synchronization

/// What passed between a client and the real server, as an HTTP archive (HAR 1.2) in memory.
final class Recording: Sendable {
  private struct State {
    var entries: [JSON] = []
    /// The requests that have no answer yet.
    var open: [Int: String] = [:]
    var number = 0
    /// The requests that got no answer of the server, with the reason.
    var lost: [String] = []
    /// How many requests came.
    var count = 0
  }

  private let state = Mutex(State())

  /// Records that a request came. Returns its number.
  ///
  /// - Parameter line: The request as people may see it.
  func begin(_ line: String) -> Int {
    state.withLock { state in
      state.number += 1
      state.open[state.number] = line
      return state.number
    }
  }

  /// Records a request with its answer.
  func end(_ number: Int, _ request: CapturedRequest, _ answer: CurlCall.Answer, began: Date) {
    let entry = Self.entry(request, answer, began)
    state.withLock { state in
      state.open[number] = nil
      state.entries.append(entry)
    }
  }

  /// Records that a request got no answer.
  func lose(_ number: Int, why: String) {
    state.withLock { state in
      let line = state.open.removeValue(forKey: number) ?? ""
      state.lost.append("\(line): \(why)")
    }
  }

  /// How many requests were recorded with their answers.
  var count: Int { state.withLock(\.entries.count) }

  /// What is not recorded: requests without an answer.
  var incomplete: [String] {
    state.withLock { state in
      state.lost + state.open.sorted { $0.key < $1.key }.map { "\($0.value): it had no answer yet" }
    }
  }

  /// The archive.
  var archive: JSON { ["log": ["version": "1.2", "entries": .array(state.withLock(\.entries))]] }

  // MARK: The format

  private static func entry(_ request: CapturedRequest, _ answer: CurlCall.Answer, _ began: Date) -> JSON {
    let reply = answer.reply
    var status = 0
    if case .status(let number) = reply.kind { status = number }
    return [
      "startedDateTime": .string(began.formatted(.iso8601)),
      "request": JSON(members: [
        "method": .string(request.method), "url": .string(request.url), "headers": headers(request.headers),
        "postData": request.body.flatMap { $0.isEmpty ? nil : data($0, request.headers) },
        "bodySize": .number(request.body?.count ?? 0),
      ]),
      "response": [
        "status": .number(status), "statusText": .string(answer.phrase), "headers": headers(reply.headers), "content": content(reply),
      ],
    ]
  }

  private static func headers(_ headers: Headers) -> JSON {
    .array(headers.lines.map { ["name": .string($0.name), "value": .string($0.value)] })
  }

  private static func data(_ body: [UInt8], _ headers: Headers) -> JSON {
    let type = JSON.string(headers["Content-Type"] ?? "")
    // Only a text can be described.
    return String(validating: body, as: UTF8.self).map { ["mimeType": type, "text": .string($0)] } ?? ["mimeType": type]
  }

  private static func content(_ reply: Reply) -> JSON {
    let type = JSON.string(reply.headers["Content-Type"] ?? "")
    let body = reply.body ?? []
    if let text = String(validating: body, as: UTF8.self) {
      return ["size": .number(body.count), "mimeType": type, "text": .string(text)]
    }
    return [
      "size": .number(body.count), "mimeType": type, "text": .string(Data(body).base64EncodedString()),
      "encoding": "base64",
    ]
  }
}
