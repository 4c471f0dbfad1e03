import ContractCore

extension Configuration {
  /// Returns what people accepted for changed fields, by the names of clients, with the diagnostics of the files. Each
  /// file is read once.
  static func fieldReviews(of clients: [Client]) -> (byClient: [String: FieldReviews], diagnostics: [Diagnostic]) {
    var byFile: [String: FieldReviews] = [:]
    var byClient: [String: FieldReviews] = [:]
    var diagnostics: [Diagnostic] = []
    for client in clients {
      guard let file = client.variations else {
        byClient[client.name] = FieldReviews()
        continue
      }
      let location = Path.absolute(file.value)
      if byFile[location] == nil {
        let read = FieldReviewReader.read(file.value, namedAt: file.range)
        byFile[location] = read.reviews
        diagnostics += read.diagnostics
      }
      byClient[client.name] = byFile[location]
    }
    return (byClient, diagnostics)
  }
}
