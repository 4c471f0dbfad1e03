/// What is wrong with multiple calls on one client, besides their requests and outcomes.
package struct GroupProblem: Maskable {
  package enum Kind: Sendable {
    /// The exchange with a name answers once in the group, and its request came again, so often.
    case sentTwice(String, times: Int)
    /// Each call left one more connection open: how many were open after each of them.
    case leftOpen([Int])
    /// The call was canceled, and had no result within so many seconds.
    case notCancelled(seconds: Double)
    /// The call was canceled and had its result, and its request was still open after so many seconds.
    case stillOpen(seconds: Double)
    /// The call was canceled, and its client sent a request after that.
    case sentOn
  }

  var kind: Kind
  var group: CallGroup
  /// The number of the request, from 1; nil if it is not about a single one.
  var number: Int?
  /// The request; nil if the text does not need it.
  var request: CapturedRequest?
  package var range: SourceRange

  package static var secretParts: [SecretPart<Self>] { [.init(\.request)] }

  package init(
    _ kind: Kind, of group: CallGroup, number: Int? = nil, request: CapturedRequest? = nil, at range: SourceRange
  ) {
    (self.kind, self.group, self.number, self.request, self.range) = (kind, group, number, request, range)
  }

  package var code: Reason.Code {
    switch kind {
    case .sentTwice: .sentTwice
    case .leftOpen: .leftOpen
    case .notCancelled, .stillOpen, .sentOn: .notCancelled
    }
  }

  var summary: String {
    switch kind {
    case .sentTwice(let name, let times):
      "request \(number ?? 0): a call sent \"\(Excerpt.visible(name))\" again, which one call must send for all"
        + English.andMore(times - 1)
    case .leftOpen(let connections):
      "the client left one more connection open after each call: \(connections.last ?? 0) in the end"
    case .notCancelled(let seconds): "the canceled call has no result within \(Seconds.limit(seconds))"
    case .stillOpen(let seconds):
      "the canceled call has its result, and its request is still open \(Seconds.limit(seconds)) later"
    case .sentOn: "request \(number ?? 0): the client sent it after its call was canceled"
    }
  }

  func add(to lines: inout LabeledLines) {
    if let cancellation = group.cancellation { lines.add("call", cancellation.place) }
    lines.add("actual", request?.line)
    switch kind {
    case .sentTwice(let name, _):
      lines.add("expected", "one request for \(group.count) calls on one client, as `once` of `group` says")
      lines.add(
        "next",
        "let the calls wait for the one that has begun \"\(Excerpt.visible(name))\", and then use what it got; let a call"
          + " whose request fails late look whether that is there already")
    case .leftOpen(let connections):
      lines.add("open", "after each call: \(connections.map(String.init).joined(separator: ", "))")
      lines.add("expected", "as many after the last call as after the first one, or fewer")
      lines.add(
        "next",
        "let the client read or close each response, also after an error, and use one session, or close each one that it"
          + " opens")
    case .notCancelled:
      lines.add("expected", "the end of the call, with a failure of the category `cancelled`")
      lines.add("next", "pass the cancelation on to each request and to each wait of the client, and do not catch it")
    case .stillOpen:
      lines.add("expected", "the end of the connection that waits for the answer")
      lines.add("next", "let the client cancel its request, or close the response, before it returns")
    case .sentOn:
      lines.add("expected", "no further request")
      lines.add("next", "let the cancel also end the wait for the next attempt, and each task in the background")
    }
  }
}
