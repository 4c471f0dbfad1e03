extension Variation {
  /// The family `stream`: broken streams, in the body of a response that was a stream.
  package enum StreamChange: String, ExpectedChange, CaseIterable {
    case endsInEvent = "ends in an event"
    case noEndMark = "no end mark"
    case resetAfterFirst = "reset after the first event"
    case resetInTheMiddle = "reset after half of the events"
    case resetAfterLast = "reset after the last event"
    /// Nothing more is sent, and the connection stays open.
    case silenceAfterFirst = "silence after the first event"
    /// The same, except for comments, which say that the connection is alive, and not that an event will come.
    case commentsAfterFirst = "only comments after the first event"
    /// An event with a name that the client does not know.
    case unknownEvent = "unknown event"
    /// An event whose data is empty.
    case emptyData = "empty data"
    /// A complete stream without its last event. It is not a variation of its own, but what a client may make of a stream
    /// that ends in the last event.
    case withoutLast = "without the last event"

    static let familyName = "stream"
    static let all = allCases.filter { $0 != .withoutLast }.map { Variation($0) }

    static let hasEnd = true

    static func applies(to response: Response) -> Bool { response.streamFormat != nil }

    var traits: Traits {
      // What a client does with an unknown event, or an empty one, is its own decision.
      Traits(
        isOptional: [.unknownEvent, .emptyData, .commentsAfterFirst].contains(self),
        kind: loses ? .networkError : nil, base: self == .endsInEvent ? .stream(.withoutLast) : nil,
        isBase: self == .withoutLast,
        mayBeComplete: ![.resetAfterFirst, .resetInTheMiddle, .silenceAfterFirst, .commentsAfterFirst].contains(self),
        losesEnd: [.endsInEvent, .noEndMark, .resetAfterLast].contains(self),
        stall: self == .commentsAfterFirst ? .comments : nil, mayBeResent: loses)
    }

    /// Whether no whole answer comes.
    private var loses: Bool { error != nil || self == .commentsAfterFirst }

    /// The error that ends the stream; nil if the body ends.
    private var error: String? {
      switch self {
      case .resetAfterFirst, .resetInTheMiddle, .resetAfterLast: "networkConnectionLost"
      case .silenceAfterFirst: "timedOut"
      default: nil
      }
    }

    /// Time itself passes only on sockets.
    func isPossible(on transport: Transport) -> Bool {
      transport == .loopback || self != .silenceAfterFirst && self != .commentsAfterFirst
    }

    func response(_ own: VariedResponse) throws(Obstacle) -> Response {
      let stream = try own.streamed()
      if traits.losesEnd, !stream.hasItsEnd { throw .noEnd }
      guard let written = stream.broken(self) else { throw .nothingToChange }
      if self == .silenceAfterFirst { try own.requireTimeout() }
      guard let error else {
        var body = own.streamBody(written)
        if self == .commentsAfterFirst {
          let (count, pause) = try own.stall()
          let comment = Response.Body.Piece(bytes: Array(": still here\n\n".utf8), delay: pause)
          body.pieces += Array(repeating: comment, count: count)
          body.isChunked = true
        }
        return own.response.with(headers: own.withoutBody, body: body)
      }
      return own.lost(after: written, by: error, delay: own.response.delay)
    }
  }
}
