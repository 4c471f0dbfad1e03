extension ContractReader {
  /// What is found out once while a contract is read, for all of its scenarios; belongs to one thread.
  final class Known {
    /// Whether a `$ref` may stand somewhere in what is read: in most contracts none does.
    let mayRefer: Bool
    /// Whether `{{baseURL}}` may stand there.
    let mayNameAddresses: Bool
    /// Whether a pattern has a name of `$same` in it.
    var hasNames = false
    /// The contract's own request, as one layer.
    var request: RequestLayer?
    /// The same as what scenarios without requests of their own send: nil where it has a mistake, which was noted.
    var wholeRequest: Box<RequestShape>??
    /// The scenarios by name, of several the first; made when one is cut from another.
    private var scenarios: [ExactString: JSON]?

    init(mayRefer: Bool, mayNameAddresses: Bool) {
      self.mayRefer = mayRefer
      self.mayNameAddresses = mayNameAddresses
    }

    /// The scenario of a name; nil where none has it.
    ///
    /// - Parameter all: The scenarios as the contract writes them.
    func scenario(_ name: String, among all: @autoclosure () -> [JSON]) -> JSON? {
      let scenarios =
        self.scenarios
        ?? Dictionary(
          all().compactMap { scenario in scenario["name"]?.string.map { (ExactString($0), scenario) } },
          uniquingKeysWith: { first, _ in first })
      self.scenarios = scenarios
      return scenarios[ExactString(name)]
    }
  }
}
