/// A rule of the contract format that a well-formed file can break, with the facts that its message needs.
package enum ContractProblem: Diagnostic.Problem {
  // MARK: Files
  case noContracts
  case sameContractName(String, other: String)
  case sameVerdict(String, other: SourceRange)
  case fileLeaves(String, folder: String)
  case fileMissing(String, looked: String, near: String?)
  case fileAbsolute(String)
  case fileIsAddress(String)
  case fileUnreadable(String, why: String)
  case fileBroken(String, first: SourceRange)
  case extendsContract(String)
  case badReference(String, JSONPointer.SyntaxError)
  case referenceNowhere(String, PointerEnd)
  case referenceNotHere
  case referenceToParent(SourceRange)
  case referenceCircle([SourceLocated<String>], by: String)
  case referenceChain(limit: Int)
  case referencesTooLarge

  // MARK: The contract
  case noVersion
  case unknownVersion(String)
  case badBaseURL(String)
  case badAddressName(String)
  case noAddresses(String)
  case sameName(String, of: String, first: SourceRange)
  case badName(what: String, why: String)
  case movedMember(String, to: String, help: String)
  case sameElement(String, list: String)

  // MARK: Requests
  case noRequestToMatch(scenario: String)
  case earlyWithoutOrder
  case requestOfNothing
  case badMethod(String)
  case pathHasQuery
  case pathStart(String)
  case pathBrace
  case pathCharacter(String)
  case headerName(String)
  case headerValue(String)
  case sameHeader(String, first: SourceRange)
  case nothingToTake(String, map: String)
  case nullOutsideOverlay(map: String)
  case noValues(String)
  case matcherAsName(String, map: String)
  case adjacentNames(String, String)
  case sameNameInPath(String)
  case noPathParameter(String)
  case notInPath(String, path: String, at: SourceRange, names: [String])
  case noRequests(String)

  // MARK: Bodies
  case bodyForms(owner: String, found: [String], allowed: [String])
  case notBase64
  case emptyChunk
  case truncateOutsideCorruptJSON
  case noSuchScenario(String, all: [String])
  case truncateSelf
  case noBodyToTruncate(String)
  case truncateChain(String)
  case nothingTruncated(String, bytes: Int, truncate: Int)

  // MARK: Responses
  case validStatus(Int)
  case statusErrorStatus(Int)
  case interimStatus(Int)
  case bodyForbidden(why: String)
  case corruptParses(isTruncated: Bool)
  case errorByNumber(String, name: String?)
  case bodyWithoutAfter
  case httpDate
  case headersWithoutAfter
  case statusWithoutAfter
  case afterWithoutBody
  case afterBeyondBody(Int, bytes: Int)
  case bodyAfterFault([String])

  // MARK: Scenarios
  case responseAndExchanges
  case noResponse
  case nowhereToRun
  case noOutcome(transport: String)
  case unusedOutcome(transport: String)
  case notBeforeFirst
  case followsInSequence
  case noExchangeNames(String)
  case followsCircle([String])
  case varyWithoutValidResponse
  case badVariable
  case nameOfVariation(String)
  /// A schema of `fields` does not accept the body of the scenario that is varied.
  case unacceptedBody(String, at: SourceRange)

  // MARK: Expectations and patterns
  case successAndFailure
  case neitherSuccessNorFailure
  case valuesWithSuccess
  case referenceInData
  case referenceNotAlone
  case severalMatchers([String])
  case matcherWithMembers(String)
  case onlyTrue(String)
  case notHere(String)
  case absentInside(String)
  case badRegex(String, why: String)
  case neverMatches(String, why: String)
  case sameOnlyInNot(String)
}

extension Diagnostic {
  package init(_ problem: ContractProblem, at range: SourceRange, severity: Severity = .error) {
    self.init(problem as any Problem, at: range, severity: severity)
  }
}

extension Diagnostic.Collector {
  /// Notes a broken rule of the contract format.
  package func note(_ problem: ContractProblem, at range: SourceRange, severity: Diagnostic.Severity = .error) {
    note(Diagnostic(problem, at: range, severity: severity))
  }

  /// Notes a broken rule, and returns nil in place of what cannot be read because of it.
  func mistake<Value>(_ problem: ContractProblem, at range: SourceRange) -> Value? {
    note(problem, at: range)
    return nil
  }

  /// Notes a problem, and returns nil in place of what cannot be read because of it.
  func mistake<Value>(_ problem: FileProblem, at range: SourceRange) -> Value? {
    note(problem, at: range)
    return nil
  }

  /// Notes that a value is not what its place allows, and returns nil in place of what it should be.
  ///
  /// - Parameters:
  ///   - found: What the value is; nil for its phrase.
  ///   - range: The place to note if the value has none.
  func wrong<Value>(
    _ json: JSON, called what: String, found: String? = nil, expected: String, at range: SourceRange
  ) -> Value? {
    mistake(.wrongValue(what, found: found ?? json.phrase, expected: expected), at: json.range ?? range)
  }
}

extension ObjectReader {
  func note(_ problem: ContractProblem, at range: SourceRange? = nil) {
    diagnostics.note(problem, at: range ?? self.range)
  }
}
