/// What the runner answers to one request.
package struct Reply: Sendable, Equatable {
  /// What an answer is.
  package enum Kind: Sendable, Equatable {
    /// An HTTP response.
    case status(Int)
    /// A response that is not HTTP: in memory a plain `URLResponse`.
    case nonHTTP
    /// The network fails, after the body's bytes where there are any.
    case networkError(NetworkError)
  }

  /// The parts of a response's head that an error may strike in.
  package enum HeadPart: String, Sendable, CaseIterable {
    /// Within the status line.
    case statusLine
    /// After the header lines, at least one of them, and before the blank line that ends the head.
    case headers

    static let names = allCases.map(\.rawValue)
  }

  /// Some bytes of a body, and how long they wait.
  package struct Piece: Sendable, Equatable {
    /// The bytes.
    package var bytes: [UInt8]
    /// Seconds after the piece before; 0 by default.
    package var delay: Double

    /// Makes a piece; it goes out at once unless it says otherwise.
    package init(_ bytes: [UInt8], delay: Double = 0) {
      self.bytes = bytes
      self.delay = delay
    }
  }

  /// What the answer is.
  package var kind: Kind
  /// The header lines, in order; none by default.
  package var headers: Headers
  /// All bytes that go out; nil where there are none.
  package var body: [UInt8]?
  /// Seconds before the first byte of the head.
  package var delay: Double
  /// How `body` goes out on a socket, where not at once: its pieces, each with its pause; empty by default.
  package var pieces: [Piece] = []
  /// How long the whole body is where an error strikes within it; nil where no head goes out before the error.
  package var wholeLength: Int?
  /// Where within the head an error strikes on a socket; nil where it does not strike there.
  package var during: HeadPart?
  /// Whether the runner gave this answer itself, because the contract has none for the request.
  package var isRunners = false

  /// Makes an answer; what is left out is none, and it goes out at once.
  package init(_ kind: Kind, headers: Headers = Headers(), body: [UInt8]? = nil, delay: Double = 0) {
    (self.kind, self.headers, self.body, self.delay) = (kind, headers, body, delay)
  }

  /// Seconds until all of it has gone out: a double hands over the body whole, and waits for its last piece.
  package var wholeDelay: Double { pieces.reduce(delay) { $0 + $1.delay } }
}
