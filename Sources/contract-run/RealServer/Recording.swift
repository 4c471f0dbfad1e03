import ContractCore
import Foundation
import Synchronization

/// What passed between a client and the real server, as an HTTP archive (HAR 1.2) in memory.
final class Recording: Sendable {
  private struct State {
    var entries: [JSON] = []
    var size = 0
    /// How many requests were left out because the recording was full.
    var left = 0
    /// The requests that have no answer yet.
    var open: [Int: String] = [:]
    var number = 0
    /// The first requests that got no answer of the server, with the reason.
    var lost: [String] = []
    var lostCount = 0
    var finished = 0
  }

  /// How many bytes an archive may have that `import` reads.
  static let sizeLimit = Documents.sizeLimit
  /// What an archive has besides its entries.
  private static let frame = 1 << 10
  /// How many requests without an answer are kept. A client that asks again and again must not fill the memory.
  private static let lostLimit = 100

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

  /// Records a request with its answer. If it does not fit any more, neither it nor any later one is recorded.
  ///
  /// - Parameter again: The answer to the same request sent again; nil if it was not.
  /// - Returns: Whether it was recorded.
  @discardableResult func end(
    _ number: Int, _ request: CapturedRequest, _ answer: CurlCall.Answer, again: CurlCall.Answer? = nil, began: Date
  ) -> Bool {
    let varying = again.map { Self.places(where: answer.reply, differs: $0.reply) } ?? []
    let entry = Self.entry(request, answer, began, varying)
    let size = entry.utf8.count + 1
    return state.withLock { state in
      state.open[number] = nil
      if state.left > 0 || state.size + size > Self.sizeLimit - Self.frame {
        state.left += 1
        return false
      }
      state.entries.append(entry)
      state.size += size
      return true
    }
  }

  /// Records that a request got no answer.
  func lose(_ number: Int, why: String) {
    state.withLock { state in
      let line = state.open.removeValue(forKey: number) ?? ""
      state.lostCount += 1
      if state.lost.count < Self.lostLimit { state.lost.append("\(line): \(why)") }
    }
  }

  /// How many requests were recorded with their answers.
  var count: Int { state.withLock(\.entries.count) }

  /// What is not recorded: requests without an answer, and what did not fit.
  var incomplete: [String] {
    state.withLock { state in
      let more = state.lostCount - state.lost.count
      return state.lost + (more > 0 ? ["\(English.counted(more, "more request")) without an answer"] : [])
        + state.open.sorted { $0.key < $1.key }.map { "\($0.value): it had no answer yet" }
        + (state.left > 0 ? ["\(English.counted(state.left, "request")) after the recording was full"] : [])
    }
  }

  /// Records that the client has got its answer.
  func finish() { state.withLock { $0.finished += 1 } }

  /// How many requests have ended, with an answer of the server or without.
  var ended: Int { state.withLock(\.finished) }

  var archive: JSON { ["log": ["version": "1.2", "entries": .array(state.withLock(\.entries))]] }

  /// Returns the places at which two JSON answers differ.
  private static func places(where reply: Reply, differs other: Reply) -> [String] {
    guard reply.body != other.body, let one = reply.body.flatMap({ JSON.parse($0) }),
      let another = other.body.flatMap({ JSON.parse($0) })
    else { return [] }
    return DeepStack.run { pointers(JSON.Counterparts(one, another)) }
  }

  private static func pointers(_ place: JSON.Counterparts) -> [String] {
    if place.isSame { return [] }
    guard let inner = place.inner, inner.allSatisfy(\.isComplete) else { return [place.pointer] }
    return inner.flatMap(pointers)
  }
}

// The form of a recording: HTTP archives (HAR 1.2).
extension Recording {
  /// Returns a request with its answer as an entry of an archive.
  ///
  /// - Parameter varying: The places at which the same request had another answer.
  static func entry(_ request: CapturedRequest, _ answer: CurlCall.Answer, _ began: Date, _ varying: [String]) -> JSON {
    let reply = answer.reply
    var status = 0
    if case .status(let number) = reply.kind { status = number }
    return JSON(members: [
      "startedDateTime": .string(began.formatted(.iso8601)),
      "_varying": varying.isEmpty ? nil : .strings(varying),
      "request": JSON(members: [
        "method": .string(request.method), "url": .string(request.url), "headers": headers(request.headers),
        "postData": request.body.flatMap { $0.isEmpty ? nil : data($0, request.headers) },
        "bodySize": .number(request.body?.count ?? 0),
      ]),
      "response": [
        "status": .number(status), "statusText": .string(answer.phrase), "headers": headers(reply.headers),
        "content": data(reply.body ?? [], reply.headers, size: reply.body?.count ?? 0),
      ],
    ])
  }

  private static func headers(_ headers: Headers) -> JSON {
    .array(headers.lines.map { ["name": .string($0.name), "value": .string($0.value)] })
  }

  /// Returns a body: a text, or base64.
  ///
  /// - Parameter size: Its size in bytes; nil, as by default, where the format has none.
  private static func data(_ body: [UInt8], _ headers: Headers, size: Int? = nil) -> JSON {
    let text = String(validating: body, as: UTF8.self)
    return JSON(members: [
      "size": size.map { .number($0) }, "mimeType": .string(headers["Content-Type"] ?? ""),
      "text": .string(text ?? Data(body).base64EncodedString()), "encoding": text == nil ? "base64" : nil,
    ])
  }
}
