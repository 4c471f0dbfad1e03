import ContractCore

/// An endpoint of a document with its request and its answers: what every reader makes, and what becomes a contract.
struct ImportedEndpoint {
  /// What the contract is about, such as `GET /todos/{id}`. A text on one line.
  var title: String
  /// The name by which the driver calls the client. It also names the file.
  var operation: String
  /// The document that it belongs to.
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
  ///
  /// - Parameter input: What the driver gets; nil for nothing.
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

  init(
    _ name: String, at pointer: String, _ exchanges: [(request: ImportedRequest, response: ImportedResponse)]
  ) {
    (self.name, self.pointer, self.exchanges) = (name, pointer, exchanges)
  }
}

/// A request. Values are patterns, as a contract has them: for a value that is meant literally, use `JSON.asPattern`.
struct ImportedRequest {
  var method: String
  /// The percent-encoded path below the base URL. It may contain `{name}`, described in `pathParameters`.
  var path: String
  var pathParameters: [(String, JSON)] = []
  /// The secrets in the path of the example, in place of which the input has placeholders.
  var exampleSecrets: [String] = []
  /// A pattern or a list of patterns for each name.
  var query: [(String, JSON)] = []
  var allowsOtherQuery = false
  var headers: [(String, JSON)] = []
  /// The member `body` of a request, such as `{"json": …}`; nil for no body.
  var body: JSON?
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

  /// The content of a body.
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
