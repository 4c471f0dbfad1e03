/// A family of variations, as a contract declares it. CONTRIBUTING.md says how to add one.
///
/// The file of a family has all that is known about it: its member of `variations`, what it plays, where, and what is
/// right after it. Everything else asks the family.
protocol VariationFamily: Sendable {
  associatedtype Change: VariationChange

  /// The member of `variations` that declares it, by which reports name it, too.
  static var name: String { get }
  static var traits: Variation.Family.Traits { get }
  /// Its variations, in order, if every scenario has the same ones. None by default.
  static var all: [Variation] { get }
  /// Its faults of exchanges before the last one. None by default.
  static var stepFaults: [Variation] { get }

  /// What the client must do, if a contract describes that for the whole family; nil by default.
  var declaredRule: VariationRules.Rule? { get }

  /// Reads its member, which is neither false nor a reference. Nil if nothing is played, or if something is wrong, which
  /// was noted.
  static func read(_ member: FamilyMember) -> Self?
  /// Returns what `"usual": true` has of it; nil, as by default, if that is nothing.
  static func usual(at range: SourceRange) -> Self?
  /// Returns what `--variations all` has of it in a contract that declares nothing of it; the usual one by default.
  static func undeclared(at range: SourceRange) -> Self?

  /// Returns what it could play for a scenario, in order.
  func candidates(_ scenario: Scenario, _ rules: VariationRules) -> VariationCandidates
  /// Returns a scenario with a change, and with what the client must do then. The caller names it.
  ///
  /// - Throws: Why there is no such variation.
  func varied(_ scenario: Scenario, by change: Change, _ rules: VariationRules) throws(Variation.Obstacle) -> Scenario
  /// Returns whether the outcome of a variation is compared with that of other calls. False by default.
  func compares(_ variation: Variation, of scenario: Scenario) -> Bool
  /// Returns whether a text could be the name of one of its variations of a scenario.
  func isName(_ text: String, of scenario: Scenario, _ rules: VariationRules) -> Bool
}

extension VariationFamily {
  static var traits: Variation.Family.Traits { Variation.Family.Traits() }
  static var all: [Variation] { [] }
  static var stepFaults: [Variation] { [] }

  static func usual(at range: SourceRange) -> Self? { nil }
  static func undeclared(at range: SourceRange) -> Self? { usual(at: range) }

  var declaredRule: VariationRules.Rule? { nil }

  func compares(_ variation: Variation, of scenario: Scenario) -> Bool { false }

  func isName(_ text: String, of scenario: Scenario, _ rules: VariationRules) -> Bool {
    candidates(scenario, rules).variations.contains { $0.name == text }
  }

  func made(
    _ scenario: Scenario, _ variation: Variation, _ rules: VariationRules
  ) throws(Variation.Obstacle) -> Scenario {
    guard let change = variation.change as? Change else { throw .nothingToChange }
    return try varied(scenario, by: change, rules)
  }
}

/// What a family could play for a scenario.
struct VariationCandidates {
  /// The variations, in order. Some may turn out to be impossible.
  var variations: [Variation]
  /// How many there are besides that are not played, for each reason.
  var leftOut: [Variation.Obstacle: Int] = [:]
}

/// What one variation changes: a value of its family.
protocol VariationChange: Sendable {
  static var family: Variation.Family { get }
  /// The name, which is unique in its scenario.
  var name: String { get }
  /// The names that an exception may have, the most exact one first. Only the name by default.
  var exceptionNames: [String] { get }
  var traits: Variation.Traits { get }
  /// The advice for a client that sends nothing, because it refuses its input; nil by default.
  var refusal: String? { get }

  /// Returns whether a transport can show it. True by default.
  func isPossible(on transport: Transport) -> Bool
  /// Returns the index of the exchange whose answer is changed; nil if the input is. The last one by default.
  func changedExchange(of scenario: Scenario) -> Int?
}

extension VariationChange {
  var exceptionNames: [String] { [name] }
  var traits: Variation.Traits { Variation.Traits() }
  var refusal: String? { nil }

  func isPossible(on transport: Transport) -> Bool { true }
  func changedExchange(of scenario: Scenario) -> Int? { scenario.exchanges.indices.last }
}

extension VariationChange where Self: RawRepresentable<String> {
  var name: String { rawValue }
}

extension Variation.Family {
  /// What can be special about a family.
  package struct Traits: Sendable {
    /// When its turn comes: that of families with a larger number comes later.
    var turn = 0
    /// Whether only sockets can show it.
    package var needsLoopback = false
    /// Whether it puts another response in place of one. To a contract that declares such a family, `--variations all` adds
    /// none of the usual ones.
    var changesResponses = true
    /// Whether its responses mean the same, so that the outcome must be that of the scenario.
    var meansTheSame = false
    /// Whether a contract describes what the client must do.
    var hasRule = false
    /// Whether `attempts` lets the client send a request again.
    package var mayBeRepeated = false
    /// Whether it makes multiple calls on one client.
    package var sharesClient = false
    /// Whether each candidate can be played, so that none is made before its turn.
    var isAlwaysPossible = false
  }
}

extension Variation {
  /// What a client can wait for until after the deadline, although nothing of the answer is late.
  package enum Stall: Sendable {
    /// The next byte of a body.
    case body
    /// The next event of a stream, which has only comments.
    case comments
    /// The time that an answer names.
    case wait
  }

  /// What can be special about a change.
  package struct Traits: Sendable {
    /// Whether it is played only if a contract asks for it by name: many clients that are right otherwise fail it.
    var isOptional = false
    /// The kind of the response that the client gets; nil for the one that has the family's name, or else a valid one.
    var kind: Response.Kind?
    /// The status of its response; nil if it does not change that.
    package var status: Int?
    /// The variation whose outcome it is compared with; nil if that is the scenario itself.
    var base: Variation?
    /// Whether it is only played because others are compared with it.
    var isBase = false
    /// Whether the client may also do what the scenario itself expects.
    var mayBeOwn = false
    /// Whether the client may succeed with what has come of a body that is a stream: it has no reason to read on after the
    /// mark of the end.
    var mayBeComplete = false
    /// Whether the last event of a stream is lost, or a part of it.
    var losesEnd = false
    /// Whether something happens to the connection itself, which a test cannot do everywhere.
    var breaksConnection = false
    /// Whether the body describes an error, so that the client may go by that, and any failure is right.
    var describesError = false
    /// Whether only the body is broken, so that a client which does not read it is right.
    var breaksBody = false
    /// What goes on for so long that the client must give up by itself; nil if nothing does.
    var stall: Stall?
    /// Whether the server may have done what the request asks for, although the client got no answer that says so.
    var mayHaveActed = false
    /// Whether no whole answer comes, so that an HTTP stack may send the request again by itself.
    var mayBeResent = false
    /// What the client gets after its base URL: a path, or only a slash; nothing by default.
    var afterBaseURL = ""
    /// Whether its response leads to the next request, so that a client that does not send it ends too early.
    var leadsOn = false
    /// Whether a client shows by what it does whether it sends requests again, or checks its input.
    package var showsRules = false
  }
}

// MARK: Reading

/// The member of `variations` that declares a family.
struct FamilyMember {
  let name: String
  let json: JSON
  /// The whole object.
  let variations: ObjectReader
  let reader: any FamilyReader

  var range: SourceRange { json.range ?? variations.range }

  func noteWrong(expected: String) { variations.noteWrong(name, expected: expected) }

  /// Returns those of some names that exchanges have, each once, and notes all others.
  func exchanges(_ names: [SourceLocated<String>], list: String) -> [String] {
    // A file that contracts extend can name exchanges of some of them.
    let isShared = range.source !== reader.source
    let known = reader.exchangesOfScenarios.flatMap { $0 }.compactMap { $0["name"]?.string }.uniqued()
    return reader.distinct(
      names.filter { isShared || reader.diagnostics.name($0, of: known, what: "exchange") != nil }, list: list)
  }

  /// Returns a reader of the value if it is an object; otherwise notes what is expected.
  func object(allowed: [String]?, expected: String) -> ObjectReader? {
    if !json.isObject { noteWrong(expected: expected) }
    return json.isObject ? ObjectReader(json, as: "\"\(name)\"", allowed: allowed, reader.diagnostics) : nil
  }
}

/// What families need of the reader of a contract.
protocol FamilyReader {
  var diagnostics: Diagnostic.Collector { get }
  /// The contract's own file.
  var source: Source { get }
  /// The exchanges of each scenario, as written.
  var exchangesOfScenarios: [[JSON]] { get }

  func isReference(_ json: JSON) -> Bool
  /// Reads an expectation of variations.
  ///
  /// - Parameter further: The names of members that it can have in addition, which the caller reads.
  func outcome(_ reader: ObjectReader, and further: [String]) -> Scenario.Expectation
  func schema(_ json: JSON, at range: SourceRange) -> Pattern
  func distinct(_ elements: [SourceLocated<String>], list: String) -> [String]
}
