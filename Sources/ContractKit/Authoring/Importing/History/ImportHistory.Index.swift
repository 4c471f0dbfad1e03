import ContractCore

extension ImportHistory {
  /// What an endpoint is recognized by.
  struct Key: Hashable {
    /// The path of the document, relative to the folder of the contracts.
    var document: String
    /// nil for any.
    var operation: String?
    /// The title of the endpoint; nil for any.
    var endpoint: String?
  }

  /// The contracts of earlier imports, by what they were made from.
  struct Index {
    private var paths: [Key: [String]] = [:]

    init(_ history: ImportHistory) {
      for (path, entry) in history.entries.sorted(by: { $0.key < $1.key }) {
        let (document, operation, endpoint) = (entry.document, entry.operation, entry.endpoint)
        paths[Key(document: document, operation: operation, endpoint: endpoint), default: []].append(path)
        paths[Key(document: document, operation: operation), default: []].append(path)
        paths[Key(document: document, endpoint: endpoint), default: []].append(path)
      }
    }

    /// Returns the path of the contract that was made from an endpoint: from the same endpoint with the same operation,
    /// or else from one of which only the other part has changed. Nil if there is none.
    ///
    /// - Parameter isFree: Whether a path does not belong to another endpoint of the document.
    func path(of key: Key, isFree: (String) -> Bool) -> String? {
      if let same = paths[key]?.first { return same }
      let near = [
        Key(document: key.document, operation: key.operation), Key(document: key.document, endpoint: key.endpoint),
      ]
      return near.lazy.flatMap { paths[$0] ?? [] }.first(where: isFree)
    }
  }
}
