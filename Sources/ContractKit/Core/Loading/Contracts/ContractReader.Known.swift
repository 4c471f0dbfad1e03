extension ContractReader {
  /// The facts that are found once while a contract is read, for all of its scenarios. They belong to one thread.
  final class Known {
    /// Whether the text may contain a `$ref`; most contracts contain none.
    let mayRefer: Bool
    /// Whether the text may contain `{{baseURL}}`.
    let mayNameAddresses: Bool
    /// Whether a pattern contains a `$same`.
    var hasNames = false
    /// The contract's own input; null if it has none.
    var input: JSON = .null
    /// The schemas that were compiled.
    var schemas: [SourceRange: JSONSchema] = [:]
    /// What the contract says about `verify`.
    var verification = Verification()
    /// The contract's own request, as one layer; nil if there is none, or if it is not an object.
    var request: RequestLayer?
    /// The same request as a complete shape, for scenarios without a request of their own; nil if it was not made yet.
    var wholeRequest: RequestLayer.Part<RequestShape>?
    var scenarios: [JSON] = []
    /// The scenarios by name; if a name is repeated, the first one. Made only if a body is cut from another scenario's.
    private(set) lazy var byName = Dictionary(
      scenarios.compactMap { scenario in scenario["name"]?.string.map { ($0, scenario) } },
      uniquingKeysWith: { first, _ in first })

    /// - Parameter text: The text that is read; nil if it is unknown and may contain anything.
    init(_ text: [UInt8]?) {
      // Escapes allow many ways to write these words. All their characters are ASCII, so their escapes begin with
      // `\u00`.
      let isUnknown = text?.contains(#"\u00"#) ?? true
      mayRefer = isUnknown || text?.contains(#"$ref""#) == true
      mayNameAddresses = isUnknown || text?.contains("{{baseURL") == true
    }
  }
}

extension [UInt8] {
  fileprivate func contains(_ word: StaticString) -> Bool {
    var index = 0
    while let offset = firstIndex(of: word.utf8Start[0], from: index) {
      if has(word, at: offset) { return true }
      index = offset + 1
    }
    return false
  }
}
