/// A message that a driver writes to its standard output, as one JSON object on one line. See docs/driver-protocol.md.
package enum DriverMessage: Sendable {
  case hello(Hello)
  case request(id: Int, n: Int, CapturedRequest)
  case result(Result)
  /// A second completion, after the result.
  case completedTwice(id: Int)

  /// A driver's description of itself.
  package struct Hello: Sendable {
    package var protocolVersion: Int
    package var driver: String
    package var operations: [String]
    /// The transports that it offers, at least one.
    package var transports: [Transport]
    /// How many calls may be open at the same time.
    package var inFlight: Int
    /// How many more calls may be written ahead of their turn.
    package var ahead: Int
    /// Whether it takes the answers to a call's requests with the call.
    package var answers: Bool
    /// Whether it takes the chunks of a body instead of the whole body.
    package var chunks: Bool
    /// Whether it makes calls on one client.
    package var groups: Bool
    /// Whether it can cancel calls.
    package var cancels: Bool
    /// The language that the driver is written in; nil if it says none.
    package var language: String?

    /// Creates a hello. By default, one call at a time and none ahead, answers one by one, bodies as a whole, a client for
    /// each call, and no language.
    package init(
      protocolVersion: Int = 1, driver: String, operations: [String], transports: [Transport], inFlight: Int = 1,
      ahead: Int = 0, answers: Bool = false, chunks: Bool = false, groups: Bool = false,
      cancels: Bool = false, language: String? = nil
    ) {
      (self.protocolVersion, self.driver, self.operations) = (protocolVersion, driver, operations)
      (self.transports, self.inFlight, self.ahead) = (transports, inFlight, ahead)
      (self.answers, self.chunks, self.groups, self.cancels) = (answers, chunks, groups, cancels)
      self.language = language
    }
  }

  package struct Result: Sendable {
    package var id: Int
    package var outcome: Outcome
    /// What the driver could not observe about the call as a whole.
    package var unobserved: [String]
    /// Why a failure may be the driver's mistake: the driver's own code raised it.
    package var mistake: String?
    /// The type of an error that neither the driver nor its kit describes; see `Undescribed`.
    package var undescribed: String?

    package init(
      id: Int, outcome: Outcome, unobserved: [String] = [], mistake: String? = nil, undescribed: String? = nil
    ) {
      (self.id, self.outcome, self.unobserved, self.mistake) = (id, outcome, unobserved, mistake)
      self.undescribed = undescribed
    }
  }

  /// The version of the protocol that this code speaks.
  package static let protocolVersion = 1

  /// The names that make a line a message.
  package static let names = ["hello", "request", "result", "completedTwice"]

  package var json: JSON { JSON.parse(utf8) ?? .null }

  /// The message as one line of JSON, without the line feed.
  package var utf8: [UInt8] {
    switch self {
    case .hello(let hello):
      MessageWriter.message("hello") {
        $0.add("protocol", hello.protocolVersion)
        $0.add("driver", hello.driver)
        $0.add("operations", hello.operations)
        $0.add("transports", hello.transports.map(\.rawValue))
        $0.add("inFlight", hello.inFlight)
        if hello.ahead > 0 { $0.add("ahead", hello.ahead) }
        if hello.answers { $0.add("answers", true) }
        if hello.chunks { $0.add("chunks", true) }
        if hello.groups { $0.add("groups", true) }
        if hello.cancels { $0.add("cancels", true) }
        if let language = hello.language { $0.add("language", language) }
      }
    case .request(let id, let n, let request):
      MessageWriter.message("request") {
        $0.add("id", id)
        $0.add("n", n)
        $0.add("method", request.method)
        $0.add("url", request.url)
        $0.add("headers", request.headers.byName)
        if let body = request.body { $0.add(body: body) }
        if let timeout = request.timeout { $0.add("timeout", seconds: timeout) }
        $0.add("unobserved", request.unobserved)
      }
    case .result(let result):
      MessageWriter.message("result") {
        $0.add("id", result.id)
        $0.object("outcome") { writer in
          for (name, value) in result.outcome.members { writer.add(name, value) }
        }
        $0.add("unobserved", result.unobserved)
        if let mistake = result.mistake { $0.add("mistake", mistake) }
        if let undescribed = result.undescribed { $0.add("undescribed", undescribed) }
      }
    case .completedTwice(let id): MessageWriter.message("completedTwice") { $0.add("id", id) }
    }
  }

  /// Reads the body of a message.
  ///
  /// - Parameters:
  ///   - name: The name of the message, one of `names`.
  ///   - errors: Receives the errors of the message. A message with an error must not be used.
  /// - Returns: nil if too little of the message can be read.
  init?(_ body: JSON, named name: String, _ errors: MessageErrors) {
    guard let body = MessagePart(body, named: name, errors) else { return nil }
    switch name {
    case "hello": self = .hello(Hello(body))
    case "request":
      self = .request(id: body.int("id"), n: body.int("n", in: 1 ... .max, or: "1 or more"), CapturedRequest(body))
    case "result":
      let id = body.int("id")
      let outcome = Outcome(of: body)
      let unobserved = body.strings("unobserved", default: []) ?? []
      let mistake = body.optional("mistake") == nil ? nil : body.string("mistake")
      let undescribed = body.optional("undescribed") == nil ? nil : body.string("undescribed")
      guard let outcome else { return nil }
      self = .result(
        Result(id: id, outcome: outcome, unobserved: unobserved, mistake: mistake, undescribed: undescribed))
    default: self = .completedTwice(id: body.int("id"))
    }
  }
}

extension CapturedRequest {
  /// Reads the members of a message that describe a request.
  package init(_ body: MessagePart) {
    self.init(
      method: body.string("method"), url: body.string("url"), headers: body.headers(), body: body.bytes(),
      timeout: body.seconds("timeout"), unobserved: body.strings("unobserved", default: []) ?? [])
  }
}

extension DriverMessage.Hello {
  fileprivate init(_ body: MessagePart) {
    protocolVersion = body.int("protocol")
    driver = body.string("driver", default: "driver")
    (operations, transports, inFlight, ahead) = ([], [], 1, 0)
    (answers, chunks, groups, cancels) = (false, false, false, false)
    // The members of another version may have other meanings. So the version is the only error that is reported.
    if body["protocol"]?.int.map({ $0 != DriverMessage.protocolVersion }) == true { return }
    operations = body.strings("operations") ?? []
    if let names = body.strings("transports") {
      let unknown = names.first { Transport(rawValue: $0) == nil }
      if let unknown { body.note("hello.transports names \"\(unknown)\", expected \"memory\" or \"loopback\"") }
      if names.isEmpty { body.note("hello.transports is empty") }
      transports = names.compactMap(Transport.init(rawValue:))
    }
    inFlight = body.int("inFlight", default: 1, in: 1 ... .max, or: "1 or more")
    ahead = body.int("ahead", default: 0, in: 0 ... .max, or: "0 or more")
    answers = body.flag("answers")
    chunks = body.flag("chunks")
    groups = body.flag("groups")
    cancels = body.flag("cancels")
    if body.optional("language") != nil { language = body.string("language") }
  }
}

/// The languages about which the runner knows more: those of its kits.
package enum DriverLanguage: String, Sendable { case swift, python, javascript, go }
