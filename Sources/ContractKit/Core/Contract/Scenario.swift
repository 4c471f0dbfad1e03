/// One way in which the network answers, with what the client must make of it.
package final class Scenario: Sendable {
  /// The rule by which requests are assigned to exchanges.
  package enum Order: String, Sendable, CaseIterable {
    /// By position: the first exchange answers the first request, whatever it asks for. Then the request is judged.
    case sequence
    /// By match: each request is answered by the first unused exchange that it matches.
    case any
  }

  /// The name, unique in its contract. It is the last part of verdict ids.
  package let name: String
  package let place: Place
  package let description: String?
  /// The scenario's own tags, without those of its contract.
  package let tags: [String]
  /// The value that the driver gets: the scenario's own input, or else the contract's; null if neither has one.
  package let input: JSON
  /// The rule by which requests are assigned to exchanges; by position unless the contract sets another.
  package let order: Order
  /// Whether `{{baseURL}}` appears in a string of the input, a response or the expectation.
  package let namesAddresses: Bool
  /// Whether the contract asks for variations of this scenario.
  package let isVaried: Bool
  /// The exchanges in order. If there are none, the client must send nothing.
  package let exchanges: [Exchange]
  /// The expected outcome; nil if the contract does not describe it yet.
  package let expect: Expectation?
  /// The reason why the scenario is skipped; nil if it runs.
  package var skip: String? { exceptions?.value.skip }
  /// The transports that the scenario runs on; nil means all of them.
  package var transports: Set<Transport>? { exceptions?.value.transports }
  /// The runner's deadline for the call in seconds; nil if the contract leaves it to the run.
  package var within: Double? { exceptions?.value.within }
  /// What `verify` changes in it.
  package var verification: Verification { exceptions?.value.verification ?? Verification() }
  /// How it differs from the scenario that it was made from; nil if it was written.
  package var variant: Variant? { exceptions?.value.variant }
  /// An object, because a run can have a hundred thousand scenarios without any of it.
  private let exceptions: Boxed<Exceptions>?

  /// What most scenarios do not have.
  private struct Exceptions: Sendable {
    var skip: String?
    var transports: Set<Transport>?
    var within: Double?
    var verification: Verification
    var variant: Variant?

    var isEmpty: Bool {
      skip == nil && transports == nil && within == nil && verification.isEmpty && variant == nil
    }
  }

  package init(
    name: String, at place: Place, description: String? = nil, tags: [String] = [], skip: String? = nil,
    transports: Set<Transport>? = nil, input: JSON = .null, exchanges: [Exchange], order: Order = .sequence,
    expect: Expectation?, within: Double? = nil, namesAddresses: Bool = false, isVaried: Bool = false,
    verification: Verification = Verification(), variant: Variant? = nil
  ) {
    (self.name, self.place, self.description, self.tags) = (name, place, description, tags)
    (self.input, self.exchanges, self.order, self.expect) = (input, exchanges, order, expect)
    (self.namesAddresses, self.isVaried) = (namesAddresses, isVaried)
    let exceptions = Exceptions(
      skip: skip, transports: transports, within: within, verification: verification, variant: variant)
    self.exceptions = exceptions.isEmpty ? nil : Boxed(exceptions)
  }

  /// Returns a scenario that differs only in the given parts.
  package func with(
    name: String? = nil, input: JSON? = nil, exchanges: [Exchange]? = nil, order: Order? = nil,
    expect: Expectation?? = nil, namesAddresses: Bool? = nil, variant: Variant? = nil
  ) -> Scenario {
    Scenario(
      name: name ?? self.name, at: place, description: description, tags: tags, skip: skip, transports: transports,
      input: input ?? self.input, exchanges: exchanges ?? self.exchanges, order: order ?? self.order,
      expect: expect ?? self.expect, within: within, namesAddresses: namesAddresses ?? self.namesAddresses,
      isVaried: isVaried,
      verification: verification, variant: variant ?? self.variant)
  }

  package struct Place: Sendable {
    /// The place of `name`'s value.
    package let range: SourceRange
    /// The place in the contract's own file: its name, or the place that names the file that has it.
    package var declaration: SourceRange { ownDeclaration ?? range }
    @Rare private var ownDeclaration: SourceRange? = nil
    package let object: SourceRange
    /// Whether the exchanges are written as a list, and not as a single response.
    package let listsExchanges: Bool

    /// Makes a place; by default, all of it is `range`.
    package init(
      _ range: SourceRange, declaration: SourceRange? = nil, object: SourceRange? = nil, listsExchanges: Bool = false
    ) {
      (self.range, self.listsExchanges) = (range, listsExchanges)
      self.object = object ?? range
      if declaration != range { ownDeclaration = declaration }
    }
  }

  package var range: SourceRange { place.range }
  package var declarationRange: SourceRange { place.declaration }
  /// The variation of another scenario that this one is; nil if it was written.
  package var variation: Variation? { variant?.variation }
  /// Returns how often a client may send the last request; 1 unless the scenario is a variation. In memory, there is no
  /// HTTP stack that sends it again.
  package func attempts(on transport: Transport) -> Int {
    let own = variant?.attempts ?? 1
    return variant?.mayBeResent == true && transport == .loopback ? max(own, Variant.mostResent) : own
  }

  /// Whether the contract describes the outcome of the scenario and all of its requests. If not, `learn` can complete it.
  package var isLearned: Bool { expect != nil && exchanges.allSatisfy { $0.request != nil } }

  /// Returns the outcome that is expected on a transport; nil if none is described for it.
  ///
  /// A socket cannot send a response that is not HTTP. It sends bytes that no client can read as HTTP, and each client
  /// has its own failure for them. So any failure is expected there, unless the contract describes the outcome on
  /// loopback.
  package func expected(on transport: Transport) -> Expectation.Outcome? {
    guard let expect else { return nil }
    if case .anything = expect.outcome { return .anything }
    guard transport == .loopback, expect.own[transport] == nil,
      exchanges.contains(where: { $0.response.kind == .nonHTTP })
    else { return expect.own[transport] ?? expect.outcome }
    guard case .failure(let pattern, _)? = expect.outcome else { return nil }
    return .failure(Pattern(.any, at: pattern.range), values: Pattern(.any, at: pattern.range))
  }

  package struct Expectation: Sendable {
    package enum Outcome: Sendable {
      /// The call succeeds with a value that matches.
      case success(Pattern)
      /// The call fails with an error that matches. For a stream, it first delivers values that match.
      case failure(Pattern, values: Pattern?)
      /// The call fails in that way, or succeeds as other calls do, with which `VariationJudge` compares it. Only
      /// variations expect this.
      case failureOrSame(Pattern, values: Pattern?)
      /// The call ends once, with success or failure. Only variations expect this.
      case anything
    }

    /// The outcome on every transport that has none of its own; nil if every transport has its own.
    package var outcome: Outcome?
    /// The outcomes that apply to one transport only. Most contracts expect the same on every transport.
    package var own: [Transport: Outcome] = [:]
    /// The place of `expect`'s value.
    package let range: SourceRange

    package var outcomes: [Outcome] { (outcome.map { [$0] } ?? []) + Transport.allCases.compactMap { own[$0] } }

    /// Returns the expectation with the results of a function for its outcomes.
    func map(_ change: (Outcome) -> Outcome) -> Expectation {
      Expectation(outcome: outcome.map(change), own: own.mapValues(change), range: range)
    }
  }
}
