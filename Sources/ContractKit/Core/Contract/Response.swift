/// What the runner answers.
public struct Response: Sendable {
  /// The five ways a network answers.
  public enum Kind: String, Sendable, CaseIterable {
    case valid, nonHTTP, statusError, corruptJSON, networkError

    static let names = allCases.map(\.rawValue)
  }

  /// Which of the five ways it is.
  public var kind: Kind
  /// Where `kind`'s value stands.
  public var range: SourceRange
  /// The status code; nil for `nonHTTP` and `networkError`.
  public var status: Int?
  /// In the order written; a name may be there several times. Content-Type is already set where the body is `json`.
  public var headers: Headers
  /// Nil where there is no body. `corruptJSON` made from another scenario is already cut.
  public var body: Body?
  private var errorBox: Box<NetworkError>?
  /// How many bytes of the body go out before the error; 0 where the contract does not say.
  public var after: Int
  /// Where within the head the error strikes, on loopback; nil where it strikes before or after it.
  public var during: HeadPart?
  /// Seconds before the first byte; 0 where the contract does not say.
  public var delay: Double
  /// Of `corruptJSON` the strictest reader of JSON that takes the body nevertheless; nil where none does.
  package var lenientReader: JSON.LenientReader?

  init(
    kind: Kind, range: SourceRange, status: Int? = nil, headers: Headers = Headers(), body: Body? = nil,
    error: NetworkError? = nil, after: Int = 0, during: HeadPart? = nil, delay: Double = 0
  ) {
    self.kind = kind
    self.range = range
    self.status = status
    self.headers = headers
    self.body = body
    errorBox = error.map(Box.init)
    self.after = after
    self.during = during
    self.delay = delay
  }

  /// What the network reports; only for `networkError`.
  public var error: NetworkError? {
    get { errorBox?.value }
    set { errorBox = newValue.map(Box.init) }
  }

  /// The parts of a response's head that an error may strike in.
  public enum HeadPart: String, Sendable, CaseIterable {
    /// Within the status line.
    case statusLine
    /// After the header lines, at least one of them, and before the blank line that ends the head.
    case headers

    static let names = allCases.map(\.rawValue)
  }

  /// A response's body: one piece, or several that go out one after another.
  public struct Body: Sendable, Equatable {
    /// Some bytes, and how long they wait.
    public struct Piece: Sendable, Equatable {
      /// The bytes, with `{{baseURL}}` as it is written.
      public var bytes: [UInt8]
      /// Seconds after the piece before; 0 where the contract does not say.
      public var delay: Double
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
    public var pieces: [Piece]
    /// Whether they are written as `chunks`, so that each goes out by itself.
    public var isChunked: Bool

    /// Makes a body; it is none of chunks by default.
    package init(_ pieces: [Piece], isChunked: Bool = false) {
      self.pieces = pieces
      self.isChunked = isChunked
    }

    /// All of it together.
    public var bytes: [UInt8] { pieces.count == 1 ? pieces[0].bytes : pieces.flatMap(\.bytes) }

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

/// An error of the network, as Foundation names it.
public struct NetworkError: Sendable, Equatable {
  /// The domain of the NSError.
  public var domain: String
  /// The code within the domain.
  public var code: Int
  /// The error's localized description; nil where Foundation's own is left to stand.
  public var message: String?

  /// Makes an error.
  public init(domain: String, code: Int, message: String? = nil) {
    self.domain = domain
    self.code = code
    self.message = message
  }
}

/// Header lines in order; names are compared without regard to case (RFC 9110, section 5.1).
public struct Headers: Sendable, Equatable {
  /// The lines as they are sent.
  public var lines: [Line]

  /// One header line.
  public struct Line: Sendable, Equatable {
    /// The name as it is sent.
    public var name: String
    /// The value, without white space around it.
    public var value: String

    /// Makes a line.
    public init(_ name: String, _ value: String) {
      self.name = name
      self.value = value
    }
  }

  /// Makes headers of lines; none by default.
  public init(_ lines: [Line] = []) { self.lines = lines }

  /// Whether there is a line of a name.
  func has(_ name: String) -> Bool { lines.contains { $0.name.isSameName(name) } }

  /// The values under a name, in order.
  public func values(_ name: String) -> [String] {
    lines.lazy.filter { $0.name.isSameName(name) }.map(\.value)
  }

  /// Each name once, as it is first written, with its values in order.
  package var byName: [(name: String, values: [String])] {
    var groups: [(name: String, values: [String])] = []
    // Of few, comparing is the quickest way to find one.
    var places: [[UInt8]: Int]? = lines.count > 16 ? [:] : nil
    for line in lines {
      let key = places == nil ? [] : line.name.utf8.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }
      let place = places.map { $0[key] } ?? groups.firstIndex { $0.name.isSameName(line.name) }
      if let place {
        groups[place].values.append(line.value)
      } else {
        places?[key] = groups.count
        groups.append((line.name, [line.value]))
      }
    }
    return groups
  }

  /// `byName`, ordered by name.
  var sortedByName: [(name: String, values: [String])] {
    byName.sorted { $0.name.lowercased() < $1.name.lowercased() }
  }

  /// The same lines ordered by name; those of one name keep their order, which has a meaning (RFC 9110, section 5.3).
  var sorted: Headers { Headers(sortedByName.flatMap { name, values in values.map { Line(name, $0) } }) }

  /// The values under a name joined by `, ` (RFC 9110, section 5.2); nil where there is none.
  public subscript(name: String) -> String? {
    let values = values(name)
    return values.isEmpty ? nil : values.joined(separator: ", ")
  }
}
