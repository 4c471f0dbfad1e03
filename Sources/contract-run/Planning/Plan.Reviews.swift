import ContractCore

extension Plan {
  /// The entries of files of reviews that name variations which do not exist. Only a full run has all variations.
  var staleReviews: [StaleFieldReview] {
    isFull ? clientsByReviews.flatMap { reviews, clients in reviews.stale(among: clients.flatMap(\.fieldKeys)) } : []
  }

  /// Keeps only the changed fields that people review. The plan stays full if it was: it has all of these.
  mutating func keepOnlyReviewedFields() {
    for index in clients.indices {
      clients[index].jobs = []
      clients[index].varied =
        clients[index].reviews == nil
        ? []
        : clients[index].varied.compactMap { varied in
          varied.rules.isReviewed ? varied.keeping { $0.variation?.family == .fields } : nil
        }
    }
  }

  /// The files of reviews, each with the clients that use it.
  var clientsByReviews: [(reviews: FieldReviews, clients: [Client])] {
    var all: [(reviews: FieldReviews, clients: [Client])] = []
    for client in clients {
      guard let reviews = client.reviews else { continue }
      if let index = all.firstIndex(where: { $0.reviews === reviews }) {
        all[index].clients.append(client)
      } else {
        all.append((reviews, [client]))
      }
    }
    return all
  }
}

extension Plan.Client {
  /// The changes of fields that people review, one for each transport that is possible.
  var fieldKeys: [FieldReview.Key] {
    varied.filter(\.rules.isReviewed).flatMap { varied in
      let transports = varied.job.transport.map { [$0] } ?? Transport.allCases
      return varied.list.played.flatMap { variation -> [FieldReview.Key] in
        guard case .field(let change) = variation else { return [] }
        return transports.map {
          FieldReview.Key(change, of: varied.job.scenario, in: varied.job.contract, on: $0)
        }
      }
    }
  }
}
