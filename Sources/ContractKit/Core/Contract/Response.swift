/// What the runner answers.
package final class Response: Sendable {
  /// The five ways a network answers.
  package enum Kind: String, Sendable, CaseIterable {
    case valid, nonHTTP, statusError, corruptJSON, networkError

    static let names = allCases.map(\.rawValue)
  }

  /// Which of the five ways it is.
  package let kind: Kind
  /// Where `kind`'s value stands.
  package let range: SourceRange
  /// The status code; nil for `nonHTTP` and `networkError`.
  package let status: Int?
  /// In the order written; a name may be there several times. Content-Type is already set where the body is `json`.
  package let headers: Headers
  /// Nil where there is no body. `corruptJSON` made from another scenario is already cut.
  package let body: Body?
  /// What the network reports; only for `networkError`.
  package let error: NetworkError?
  /// How many bytes of the body go out before the error; 0 where the contract does not say.
  package let after: Int
  /// Where within the head the error strikes, on loopback; nil where it strikes before or after it.
  package let during: Reply.HeadPart?
  /// Seconds before the first byte; 0 where the contract does not say.
  package let delay: Double
  /// Of `corruptJSON` the strictest reader of JSON that takes the body nevertheless; nil where none does.
  package let lenientReader: JSON.LenientReader?

  init(
    kind: Kind, range: SourceRange, status: Int? = nil, headers: Headers = Headers(), body: Body? = nil,
    error: NetworkError? = nil, after: Int = 0, during: Reply.HeadPart? = nil, delay: Double = 0,
    lenientReader: JSON.LenientReader? = nil
  ) {
    (self.kind, self.range, self.status, self.headers, self.body) = (kind, range, status, headers, body)
    (self.error, self.after, self.during, self.delay) = (error, after, during, delay)
    self.lenientReader = lenientReader
  }

  /// A response's body: one piece, or several that go out one after another.
  package struct Body: Sendable, Equatable {
    /// Some bytes, and how long they wait.
    package struct Piece: Sendable, Equatable {
      /// The bytes, with `{{baseURL}}` as it is written.
      package var bytes: [UInt8]
      /// Seconds after the piece before; 0 where the contract does not say.
      package var delay: Double
      /// The `{{baseURL}}`s in the bytes, in order.
      package var addresses: [Addresses.Place]

      /// Makes a piece; it goes out at once unless it says otherwise.
      package init(_ bytes: [UInt8], delay: Double = 0, addresses: [Addresses.Place] = []) {
        self.bytes = bytes
        self.delay = delay
        self.addresses = addresses
      }
    }

    /// The pieces, in order.
    package var pieces: [Piece]
    /// Whether they are written as `chunks`, so that each goes out by itself.
    package var isChunked: Bool

    /// Makes a body; it is none of chunks by default.
    package init(_ pieces: [Piece], isChunked: Bool = false) {
      self.pieces = pieces
      self.isChunked = isChunked
    }

    /// All of it together.
    package var bytes: [UInt8] { pieces.count == 1 ? pieces[0].bytes : pieces.flatMap(\.bytes) }

    /// The `{{baseURL}}`s in all of it.
    package var addresses: [Addresses.Place] {
      var start = 0
      return pieces.flatMap { piece in
        defer { start += piece.bytes.count }
        return piece.addresses.map { place in
          Addresses.Place(
            bytes: (place.bytes.lowerBound + start)..<(place.bytes.upperBound + start), name: place.name)
        }
      }
    }
  }
}
