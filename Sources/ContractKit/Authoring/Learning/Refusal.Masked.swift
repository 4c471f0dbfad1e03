package import ContractCore

extension Refusal {
  /// Returns the refusal with secrets hidden.
  package func masked(by secrets: Secrets) -> Refusal {
    switch self {
    case .reason(let reason): .reason(reason.masked(by: secrets))
    case .notPlayed(let reason): .notPlayed(reason.masked(by: secrets))
    case .success(let value, let kind): .success(secrets.masked(value), after: kind)
    case .failure(let failure, let category): .failure(secrets.masked(failure), onValid: category)
    case .unstable(let one, let other): .unstable(secrets.masked(one), secrets.masked(other))
    case .clients(let clients): .clients(clients.map { ($0.client, secrets.masked($0.did)) })
    case .notGreen(let reasons): .notGreen(reasons.map { $0.masked(by: secrets) })
    case .tooLarge, .request, .unknownBase, .unseenRequest, .conflict, .shared, .notRewritable: self
    }
  }
}
