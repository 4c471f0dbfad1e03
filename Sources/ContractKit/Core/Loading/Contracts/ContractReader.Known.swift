extension ContractReader {
  /// What is found out once while a contract is read, for all of its scenarios; belongs to one thread.
  final class Known {
    /// Whether a `$ref` may stand somewhere in what is read: in most contracts none does.
    let mayRefer: Bool
    /// Whether `{{baseURL}}` may stand there.
    let mayNameAddresses: Bool
    /// Whether a pattern has a name of `$same` in it.
    var hasNames = false
    /// The contract's own input; null where it has none.
    var input: JSON = nil
    /// The contract's own request, as one layer; nil where there is none, or it is no object.
    var request: RequestLayer?
    /// The same as what scenarios without requests of their own send: nil where it has a mistake, which was noted.
    var wholeRequest: RequestShape??
    /// The scenarios as they are written.
    var scenarios: [JSON] = []
    /// The scenarios by name, of several the first; made when one is cut from another and there are many.
    private var byName: [String: JSON]?

    /// - Parameter text: The text that is read; nil if anything may stand in it.
    init(_ text: [UInt8]?) {
      // With escapes the words can be written in many ways, and all their characters are ASCII.
      let isUnknown = text?.contains(#"\u00"#) ?? true
      mayRefer = isUnknown || text?.contains(#"$ref""#) == true
      mayNameAddresses = isUnknown || text?.contains("{{baseURL") == true
    }

    /// The scenario of a name; nil where none has it.
    func scenario(_ name: String) -> JSON? {
      if scenarios.count <= 32 { return scenarios.first { $0["name"]?.string == name } }
      let byName =
        byName
        ?? Dictionary(
          scenarios.compactMap { scenario in scenario["name"]?.string.map { ($0, scenario) } },
          uniquingKeysWith: { first, _ in first })
      self.byName = byName
      return byName[name]
    }
  }
}

extension [UInt8] {
  fileprivate func contains(_ word: StaticString) -> Bool {
    var index = 0
    while let place = firstIndex(of: word.utf8Start[0], from: index) {
      if has(word, at: place) { return true }
      index = place + 1
    }
    return false
  }
}
