/// What a client took more of than anybody needs.
package enum Excess: Sendable {
  /// It read as much of a body as `limit`, and did not stop.
  case read
  /// One of its processes needed so many bytes more memory than before the call.
  case memory(Int)
  /// It was still busy with the answer at its deadline.
  case time

  /// How many bytes are too many.
  package static let limit = 512 << 20
}

/// What is not safe about a client, if it is not a leak.
package struct Insecurity: Maskable {
  enum Kind: Sendable {
    /// A line break in a value became the end of a header: this header followed.
    case addedHeader(String)
    /// A line break in a value became the end of a request's first line.
    case brokenRequest(MalformedRequest)
    /// The path has no more of a value than what stands before its line break.
    case changedValue
    /// A cookie that another host set came with a request.
    case plantedCookie
    /// The path has this segment, which means no segment.
    case dotSegment(String)
    /// The path is another one, because a library removed segments.
    case removedSegment
    /// The client did not stop: it sent so many requests to which the answer was the same.
    case endless(requests: Int)
    /// The client has no limit for an answer.
    case unlimited(Excess)
    /// The client sent something to a server whose certificate is wrong.
    case unverified
    /// The client showed something that it must keep to itself: what, and where.
    case printed(what: String, place: String)
    /// The client read what is behind a redirect with this scheme.
    case followed(SecurityVariation.LocalScheme)
  }

  var kind: Kind
  /// What the variation changes, in words: `a line break in /title`; empty if that does not matter.
  var cause = ""
  /// The number of the request, from 1; nil if it is not about a single one.
  var number: Int?
  /// The request; nil if the text does not need it.
  var request: CapturedRequest?
  /// The place of the exchange that is varied.
  package var range: SourceRange

  package var code: Reason.Code {
    switch kind {
    case .addedHeader, .brokenRequest, .changedValue, .plantedCookie: .injected
    case .dotSegment, .removedSegment: .traversed
    case .endless, .unlimited: .endless
    case .followed: .followed
    case .printed: .printed
    case .unverified: .unverified
    }
  }

  package static var secretParts: [SecretPart<Self>] { [.init(\.request), .init(\.broken)] }

  /// What a line break in a value made of a request.
  private var broken: MalformedRequest? {
    get { if case .brokenRequest(let malformed) = kind { malformed } else { nil } }
    set { if let newValue { kind = .brokenRequest(newValue) } }
  }

  var summary: String {
    let place = number.map { "request \($0): " } ?? ""
    return switch kind {
    case .addedHeader(let name): "\(place)\(cause) added the header \(name)"
    case .brokenRequest(let malformed): "\(cause) broke a request: \(malformed.why)"
    case .changedValue: "\(place)the path ends where \(cause) is"
    case .plantedCookie: "\(place)the client sent a cookie to another host than the one that set it"
    case .dotSegment(let segment): "\(place)the path has the segment \(segment) from the input"
    case .removedSegment: "\(place)\(cause) removed a part of the path"
    case .endless(let requests): "the client sent \(English.counted(requests, "further request")), and did not stop"
    case .unlimited(.read): "the client read \(Excess.limit >> 20) MiB of the \(cause), and did not stop"
    case .unlimited(.memory(let bytes)): "the client needed \(bytes >> 20) MiB of memory for the \(cause)"
    case .unlimited(.time): "the client did not stop before its deadline, with the \(cause)"
    case .unverified: "the client accepted \(cause)"
    case .followed(let scheme): "the client followed a redirect to \(scheme.rawValue):"
    case .printed(let what, let place): "\(what) is in \(place)"
    }
  }

  func add(to lines: inout LabeledLines) {
    if case .endless = kind { lines.add("last", request?.line) } else { lines.add("actual", request?.line) }
    switch kind {
    case .addedHeader, .brokenRequest, .changedValue:
      if case .brokenRequest(let malformed) = kind { lines.add("actual", malformed.text) }
      lines.add("next", "refuse values with line breaks, or escape them, in a URL as %0D%0A")
    case .plantedCookie:
      lines.add("next", "ignore cookies whose Domain does not contain the host that sets them (RFC 6265, section 5.3)")
    case .dotSegment, .removedSegment:
      lines.add(
        "next",
        "refuse values that are . or .. in a path, also in the form %2e: servers, proxies and libraries remove them with"
          + " the segment before them")
    case .endless:
      let limit = Sequel.limit
      lines.add("answered", "by the same response; after \(limit) requests by 500, which is contract-run's own answer")
      lines.add(
        "next",
        "stop if the same URL or cursor comes again, or after a fixed number of requests; if the client waits for news,"
          + " write \"\(SecurityVariation.family.rawValue)\": {…, \"except\": [\"cursor again\"]} into \"variations\"")
    case .unlimited:
      lines.add("limit", "\(Excess.limit >> 20) MiB, and the deadline of the call")
      lines.add("next", "let the client stop at a size that no right answer has, counted after it is decompressed")
    case .unverified:
      lines.add("next", "let the client verify certificates and host names, as HTTP stacks do by default")
    case .followed(let scheme):
      let found = scheme == .file ? "a file of this machine" : "the text behind the URL"
      lines.add("actual", "\(found) is in the result or the output of the client")
      lines.add("next", "follow redirects to http: and https: only")
    case .printed:
      lines.add("next", "leave it out of logs and errors, or shorten it until nobody can use it")
    }
  }
}
