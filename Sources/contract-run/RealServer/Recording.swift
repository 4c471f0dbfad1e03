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
  ///
  /// - Parameter again: The answer to the same request sent again; nil if it was not.
  func end(
    _ number: Int, _ request: CapturedRequest, _ answer: CurlCall.Answer, again: CurlCall.Answer? = nil, began: Date
  ) {
    let varying = again.map { Self.places(where: answer.reply, differs: $0.reply) } ?? []
    let entry = Self.entry(request, answer, began, varying)
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

  /// How many requests have ended, with an answer or without.
  var ended: Int { state.withLock { $0.entries.count + $0.lost.count } }

  /// The archive.
  var archive: JSON { ["log": ["version": "1.2", "entries": .array(state.withLock(\.entries))]] }

  /// Returns the places at which two JSON answers differ.
  private static func places(where reply: Reply, differs other: Reply) -> [String] {
    guard reply.body != other.body, let one = reply.body.flatMap({ JSON.parse($0) }),
      let another = other.body.flatMap({ JSON.parse($0) })
    else { return [] }
    return DeepStack.run {
      var places: [String] = []
      compare(one.unfolded, another.unfolded, "", &places)
      return places
    }
  }

  private static func compare(_ one: JSON, _ another: JSON, _ pointer: String, _ places: inout [String]) {
    if one == another { return }
    let (first, second) = (one.children, another.children)
    guard !one.isScalar, one.isObject == another.isObject, first.map(\.name) == second.map(\.name) else {
      return places.append(pointer)
    }
    for (value, other) in zip(first, second) {
      compare(value.value, other.value, pointer + JSONPointer.step(value.name), &places)
    }
  }

  // MARK: The format

  private static func entry(
    _ request: CapturedRequest, _ answer: CurlCall.Answer, _ began: Date, _ varying: [String]
  ) -> JSON {
    let reply = answer.reply
    var status = 0
    if case .status(let number) = reply.kind { status = number }
    return JSON(members: [
      "startedDateTime": .string(began.formatted(.iso8601)),
      "_varying": varying.isEmpty ? nil : .array(varying.map { .string($0) }),
      "request": JSON(members: [
        "method": .string(request.method), "url": .string(request.url), "headers": headers(request.headers),
        "postData": request.body.flatMap { $0.isEmpty ? nil : data($0, request.headers) },
        "bodySize": .number(request.body?.count ?? 0),
      ]),
      "response": [
        "status": .number(status), "statusText": .string(answer.phrase), "headers": headers(reply.headers),
        "content": content(reply),
      ],
    ])
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
