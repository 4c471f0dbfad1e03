extension Variation {
  /// The family `stream`: broken streams, in the body of a response that was a stream.
  package enum StreamChange: String, ExpectedChange, CaseIterable {
    case endsInEvent = "ends in an event"
    case noEndMark = "no end mark"
    case resetAfterFirst = "reset after the first event"
    case resetInTheMiddle = "reset after half of the events"
    case resetAfterLast = "reset after the last event"
    /// An event with a name that the client does not know.
    case unknownEvent = "unknown event"
    /// An event whose data is empty.
    case emptyData = "empty data"
    /// A complete stream without its last event. It is not a variation of its own, but what a client may make of a stream
    /// that ends in the last event.
    case withoutLast = "without the last event"

    static let familyName = "stream"
    static let all = allCases.filter { $0 != .withoutLast }.map { Variation($0) }

    static func applies(to response: Response) -> Bool { response.streamFormat != nil }

    var traits: Traits {
      // What a client does with an unknown event, or an empty one, is its own decision.
      Traits(
        isOptional: self == .unknownEvent || self == .emptyData, kind: isReset ? .networkError : nil,
        base: self == .endsInEvent ? .stream(.withoutLast) : nil, isBase: self == .withoutLast,
        mayBeComplete: self != .resetAfterFirst && self != .resetInTheMiddle, mayBeResent: isReset)
    }

    private var isReset: Bool { [.resetAfterFirst, .resetInTheMiddle, .resetAfterLast].contains(self) }

    func response(_ own: VariedResponse) throws(Obstacle) -> Response {
      guard let written = try own.streamed().broken(self) else { throw .nothingToChange }
      if !isReset { return own.response.with(headers: own.withoutBody, body: own.streamBody(written)) }
      // All bytes are sent, and the end of the chunked body is not.
      return Response(
        kind: .networkError, range: own.response.range, headers: own.withoutBody,
        body: Response.Body(pieces: [own.piece(written)], isChunked: true),
        error: NetworkError(name: "networkConnectionLost"), after: .max, delay: own.response.delay)
    }
  }
}
