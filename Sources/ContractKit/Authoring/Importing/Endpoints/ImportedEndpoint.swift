import ContractCore

/// An endpoint of a document with its request and its answers: what every reader makes, and what becomes a contract.
struct ImportedEndpoint {
  /// What the contract is about, such as `GET /todos/{id}`. A text on one line.
  var title: String
  /// The name by which the driver calls the client. It also names the file.
  var operation: String
  var document: ImportedDocument
  /// The JSON pointer of the endpoint in its document.
  var pointer: String
  var description: String?
  var tags: [String] = []
  /// Where requests go; nil if the document does not say it.
  var baseURL: String?
  /// Whether nothing of it is imported, which is noted. A contract that an earlier import made from it stays.
  var isLost = false
  /// Whether the reader of the format has replaced the secrets already.
  var isConcealed = false
  /// What the driver gets in each scenario that has no input of its own; nil for nothing.
  private(set) var input: JSON?
  var scenarios: [ImportedScenario] = []

  /// Adds a scenario. The input of the first one is that of the endpoint, and others have their own if it differs.
  mutating func add(_ scenario: ImportedScenario, input: JSON?) {
    var scenario = scenario
    if scenarios.isEmpty { self.input = input }
    // A scenario that says nothing would get the endpoint's input.
    if input != self.input { scenario.input = input ?? [:] }
    scenarios.append(scenario)
  }
}

/// A call of a client, with the requests that it sends and their answers.
struct ImportedScenario {
  var name: String
  /// The JSON pointer of the answer in the document.
  var pointer: String
  /// The document that has the answer; nil if it is that of the endpoint.
  var document: ImportedDocument?
  var description: String?
  var tags: [String] = []
  /// What the driver gets; nil for the endpoint's input.
  var input: JSON?
  var exchanges: [(request: ImportedRequest, response: ImportedResponse)]
}

/// What the network answers.
struct ImportedResponse {
  /// What happens on the network.
  enum Kind: Equatable {
    /// An HTTP response. The contract's kind follows from status and body.
    case status(Int)
    case nonHTTP
    /// A failure, by the name of its `URLError` code. With `after`, it comes after that many bytes of the body.
    case networkError(String, after: Int?)
  }

  enum Body {
    case json(JSON)
    case text(String)
    case bytes([UInt8])
    /// A file that is copied below the folder of the contracts, by its absolute path.
    case file(String)
    /// Pieces that are sent one after another, with the seconds before each.
    case chunks([(bytes: [UInt8], delay: Double)])
  }

  var kind: Kind
  var headers = Headers()
  var body: Body?
  /// The seconds before the first byte.
  var delay: Double?

  /// The same response with its body as JSON or text if it is that, because people read it, and secrets are found in it.
  var readable: ImportedResponse { copy(of: self) { $0.body = typed(body) } }

  /// Whether the Content-Type is that of JSON (RFC 6839, section 3.1).
  var isJSON: Bool { MediaType.isJSON(name: MediaType.name(of: headers["Content-Type"])) }

  private func typed(_ body: ImportedResponse.Body?) -> ImportedResponse.Body? {
    switch body {
    case .bytes(let bytes):
      if bytes.isEmpty { return nil }
      guard let text = String(validating: bytes, as: UTF8.self), !text.unicodeScalars.contains(where: \.isBinary) else {
        return body
      }
      return typed(.text(text))
    case .text(let text):
      if text.isEmpty { return nil }
      if isJSON, let json = JSON.parse(text) { return .json(json) }
      return body
    default: return body
    }
  }
}

extension Unicode.Scalar {
  /// Whether a text with this character is probably not meant to be read.
  fileprivate var isBinary: Bool { value < 0x20 && value != 0x09 && value != 0x0A && value != 0x0D }
}

extension ContractReader {
  /// Returns the mistakes of a contract that is imported; none if it can be read.
  static func errors(in source: Source) -> [Diagnostic] {
    let file = ContractFile(path: "", location: "/imported\(ContractFile.ending)", root: "/")
    return read(source, file: file).diagnostics.filter { $0.severity == .error }
  }
}

extension JSON {
  /// The value as the text of a parameter or a header.
  var asText: String { string ?? (isNull ? "" : text) }
}
