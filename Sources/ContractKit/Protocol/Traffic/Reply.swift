/// The runner's reply to one request.
package struct Reply: Sendable, Equatable {
  package enum Kind: Sendable, Equatable {
    case status(Int)
    /// A response that is not HTTP: in memory a plain `URLResponse`.
    case nonHTTP
    /// The network fails. If there is a body, it fails after the body's bytes.
    case networkError(NetworkError)
  }

  /// The parts of a response's head in which an error can happen.
  package enum HeadPart: String, Sendable, CaseIterable {
    /// Within the status line.
    case statusLine
    /// After at least one header line, and before the blank line that ends the head.
    case headers
  }

  /// Some bytes of a body, and the pause before them.
  package struct Piece: Sendable, Equatable {
    package var bytes: [UInt8]
    /// The seconds after the previous piece; 0 by default.
    package var delay: Double

    package init(_ bytes: [UInt8], delay: Double = 0) {
      self.bytes = bytes
      self.delay = delay
    }
  }

  package var kind: Kind
  /// The header lines, in order; none by default.
  package var headers: Headers
  /// All bytes of the body that are sent; nil if there are none.
  package var body: [UInt8]?
  /// The seconds before the first byte of the head.
  package var delay: Double
  /// The pieces in which a socket sends `body`, each with its pause. Empty, as by default, if it sends the body at
  /// once.
  package var pieces: [Piece] = []
  /// The length of the complete body, if an error happens within it; nil if no head is sent before the error.
  package var wholeLength: Int?
  /// The status of the head that is sent before an error; 200 by default.
  package var statusBeforeError = 200
  /// The part of the head in which an error happens on a socket; nil if it does not happen there.
  package var during: HeadPart?
  /// How a socket writes the reply.
  package var wire = WireForm.usual
  /// Whether the runner created this reply itself, because the contract has none for the request.
  package var isRunners = false

  /// Creates a reply. By default it has no headers and no body, and is sent without a delay.
  package init(_ kind: Kind, headers: Headers = Headers(), body: [UInt8]? = nil, delay: Double = 0) {
    (self.kind, self.headers, self.body, self.delay) = (kind, headers, body, delay)
  }

  /// The seconds until all of the reply is sent.
  package var wholeDelay: Double { pieces.reduce(delay) { $0 + $1.delay } }

  /// The reply with its body at once, at the time of its last piece.
  package var whole: Reply {
    var whole = self
    (whole.delay, whole.pieces) = (wholeDelay, [])
    return whole
  }

  /// A short form of the reply: `answered 200`.
  package var summary: String {
    let answer =
      switch kind {
      case .status(let status): "answered \(status)"
      case .nonHTTP: "answered with bytes that are not HTTP"
      case .networkError(let error): "failed with \(Excerpt.visible(error.domain)) \(error.code)"
      }
    return attributed(answer)
  }

  /// Returns a text about the reply. If the reply does not come from the contract, it adds that contract-run sent it.
  package func attributed(_ text: String) -> String { isRunners ? "\(text) by contract-run itself" : text }
}
