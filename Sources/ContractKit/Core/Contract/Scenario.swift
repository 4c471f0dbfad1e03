/// One way the network answers, and what the client must make of it.
package struct Scenario: Sendable {
  /// How requests find their exchanges.
  package enum Order: String, Sendable, CaseIterable {
    /// By position: the first request is answered by the first exchange, whatever it asks for, and then judged.
    case sequence
    /// Each by the first unused exchange whose request it matches.
    case any

    static let names = allCases.map(\.rawValue)
  }

  /// The name, unique in its contract: the last part of verdict ids.
  package var name: String
  /// Where `name`'s value stands.
  package var range: SourceRange
  /// The scenario's own tags, without its contract's.
  package var tags: [String]
  /// What the driver is handed: the scenario's own, else the contract's; null where neither has one.
  package var input: JSON
  /// What goes over the wire, in order; none means that the client must send nothing.
  package var exchanges: [Exchange]
  /// How requests find their exchanges; by position unless the contract says otherwise.
  package var order: Order
  /// What the client must make of it.
  package var expect: Expectation
  /// What most scenarios have nothing of.
  private var rare: Box<Rare>?
  /// Whether `{{baseURL}}` stands in a string of the input, a response or the expectation.
  package var namesAddresses: Bool

  init(
    name: String, range: SourceRange, description: String? = nil, tags: [String] = [], skip: String? = nil,
    transports: Set<Transport>? = nil, input: JSON = nil, exchanges: [Exchange], order: Order = .sequence,
    expect: Expectation, within: Double? = nil, namesAddresses: Bool = false
  ) {
    self.name = name
    self.range = range
    self.tags = tags
    self.input = input
    self.exchanges = exchanges
    self.order = order
    self.expect = expect
    self.namesAddresses = namesAddresses
    let isRare = description != nil || skip != nil || transports != nil || within != nil
    rare = isRare ? Box(Rare(description: description, skip: skip, transports: transports, within: within)) : nil
  }
}

extension Scenario {
  private struct Rare {
    var description: String?
    var skip: String?
    var transports: Set<Transport>?
    var within: Double?
    var place: SourceRange?
  }

  private mutating func change(_ change: (inout Rare) -> Void) {
    var rare = self.rare?.value ?? Rare()
    change(&rare)
    self.rare = Box(rare)
  }

  /// Where the contract's own file has it: its name, or what names the file that has it.
  package var place: SourceRange {
    get { rare?.value.place ?? range }
    set { change { $0.place = newValue } }
  }

  /// Words for people; nil where there are none.
  package var description: String? {
    get { rare?.value.description }
    set { change { $0.description = newValue } }
  }

  /// Why the scenario is not run; nil where it is.
  package var skip: String? {
    get { rare?.value.skip }
    set { change { $0.skip = newValue } }
  }

  /// Where it runs; nil means everywhere.
  package var transports: Set<Transport>? {
    get { rare?.value.transports }
    set { change { $0.transports = newValue } }
  }

  /// The runner's deadline for the call in seconds; nil where the contract leaves it to the run.
  package var within: Double? {
    get { rare?.value.within }
    set { change { $0.within = newValue } }
  }
}

extension Scenario {
  /// What the client must make of the answer.
  package struct Expectation: Sendable {
    /// One outcome described.
    package enum Outcome: Sendable {
      /// The call succeeds with a value that matches.
      case success(Pattern)
      /// The call fails with an error that matches, after values that match where it is a stream.
      case failure(Pattern, values: Pattern?)
    }

    /// On every transport that has none of its own; nil where each named transport has.
    package var outcome: Outcome?
    /// Most say the same of every transport.
    private var own: Box<Own>?
    /// Where `expect`'s value stands.
    package var range: SourceRange

    init(_ outcome: Outcome?, memory: Outcome? = nil, loopback: Outcome? = nil, range: SourceRange) {
      self.outcome = outcome
      if memory != nil || loopback != nil { own = Box(Own(memory: memory, loopback: loopback)) }
      self.range = range
    }

    private struct Own {
      var memory: Outcome?
      var loopback: Outcome?
    }

    /// On `memory` alone; nil where `outcome` holds there too.
    package var memory: Outcome? {
      get { own?.value.memory }
      set { own = Box(Own(memory: newValue, loopback: loopback)) }
    }

    /// On `loopback` alone; nil where `outcome` holds there too.
    package var loopback: Outcome? {
      get { own?.value.loopback }
      set { own = Box(Own(memory: memory, loopback: newValue)) }
    }

    /// The outcome described for a transport.
    package subscript(transport: Transport) -> Outcome? {
      switch transport {
      case .memory: memory ?? outcome
      case .loopback: loopback ?? outcome
      }
    }
  }
}
