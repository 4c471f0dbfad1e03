/// The runner's response to a request.
package struct Response: Sendable {
  /// The five ways in which a network answers.
  package enum Kind: String, Sendable, CaseIterable {
    case valid, nonHTTP, statusError, corruptJSON, networkError
  }

  package let kind: Kind
  /// The place of `kind`'s value.
  package let range: SourceRange
  /// The status code; nil for `nonHTTP`, and for a `networkError` whose contract does not set it.
  package var status: Int?
  /// The headers in the order written; a name may be repeated. Content-Type is already set if the body is `json`.
  package var headers = Headers()
  /// The body; nil if there is none. A `corruptJSON` body that is made from another scenario's is already truncated.
  package var body: Body?
  /// The error that the network reports; only for `networkError`.
  @Rare package var error: NetworkError? = nil
  /// The number of body bytes that are sent before the error; 0 if the contract does not set it.
  package var after = 0
  /// The part of the head in which the error occurs, on loopback; nil if it occurs before or after the head.
  package var during: Reply.HeadPart?
  /// The seconds before the first byte; 0 if the contract does not set them.
  package var delay = 0.0
  /// Whether a socket sends it after the head of the request, before the body was read.
  package var isEarly = false
  /// For `corruptJSON`, the strictest JSON reader that accepts the body anyway; nil if none does.
  package var lenientReader: JSON.LenientReader?
  /// How a socket writes it.
  package var wire = WireForm.usual
  /// Whether a Location with the URL of the request is added. Only variations do.
  package var leadsToItself = false

  /// Returns a response that differs only in the given parts.
  func with(
    status: Int? = nil, headers: Headers? = nil, body: Body? = nil, error: NetworkError? = nil, wire: WireForm? = nil
  ) -> Response {
    copy(of: self) { response in
      (response.status, response.headers) = (status ?? self.status, headers ?? self.headers)
      (response.body, response.error, response.wire) = (body ?? self.body, error ?? self.error, wire ?? self.wire)
    }
  }

  /// The body of a response: one piece, or multiple pieces that are sent one after another.
  package struct Body: Sendable, Equatable {
    /// Some bytes, with the delay before them.
    package struct Piece: Sendable, Equatable {
      /// The bytes, with `{{baseURL}}` not yet replaced.
      package var bytes: [UInt8]
      /// The seconds after the previous piece; 0 if the contract does not set them.
      package var delay = 0.0
      /// The `{{baseURL}}` placeholders in the bytes, in order.
      package var addresses: [Addresses.Placeholder] = []
    }

    package var pieces: [Piece]
    /// Whether the body is written as `chunks`, so that each piece is sent separately.
    package var isChunked = false

    package var bytes: [UInt8] { pieces.count == 1 ? pieces[0].bytes : pieces.flatMap(\.bytes) }

    /// The `{{baseURL}}` placeholders in the whole body.
    package var addresses: [Addresses.Placeholder] {
      var start = 0
      return pieces.flatMap { piece in
        defer { start += piece.bytes.count }
        return piece.addresses.map { place in
          Addresses.Placeholder(
            bytes: (place.bytes.lowerBound + start)..<(place.bytes.upperBound + start), name: place.name)
        }
      }
    }
  }
}
