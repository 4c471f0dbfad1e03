package import ContractCore
package import Foundation

extension Coverage {
  /// Something that a run does not cover although the configuration requires it, or an exception that is not needed.
  package struct Problem: Sendable {
    enum Fact: Sendable, Hashable {
      /// The contract does not cover a kind, or any kind, on a transport, or on any transport.
      case missing(Response.Kind?, Transport?, State)
      /// The operation is not called.
      case uncalled(State)
      /// The contract covers the kind, although an exception says that it does not have to.
      case stale(Response.Kind)
      /// The contract was not verified, or too long ago: how long it may be, in words, and whether it ever was.
      case unverified(within: String, isOld: Bool)
    }

    /// The client; nil if it is about an exception that multiple clients share.
    let client: String?
    let fact: Fact
    /// The name of the contract or operation.
    let subject: String
    /// The place of the contract, of the exception, or of the requirement.
    package let range: SourceRange
    /// The place of the requirement.
    let required: SourceRange
  }

  /// A client with what it must cover.
  package struct Client: Sendable {
    let name: String
    let requirement: Requirement
    /// The operations that its driver offers.
    let operations: [String]

    /// When its contracts were verified, by name; nil if the report cannot be read.
    let verified: [String: Date]?
    /// The names of the contracts that `verify` can play.
    let verifiable: Set<String>

    package init(
      name: String, requirement: Requirement, operations: [String], verified: [String: Date]? = nil,
      verifiable: Set<String> = []
    ) {
      (self.name, self.requirement, self.operations) = (name, requirement, operations)
      (self.verified, self.verifiable) = (verified, verifiable)
    }
  }

  /// Compares a full run with what its clients must cover.
  package mutating func judge(_ clients: [Client]) {
    isJudged = true
    for client in clients {
      let own = rows.indices.filter { rows[$0].client == client.name }
      for index in own { rows[index].requirement = client.requirement }
      problems += own.flatMap { rows[$0].missing } + uncalled(client, own.map { rows[$0] })
      problems += unverified(client, own.map { rows[$0] })
    }
    for (index, client) in clients.enumerated() {
      let isFirst = !clients[..<index].contains { $0.requirement === client.requirement }
      if isFirst { problems += stale(client.requirement, of: clients) }
    }
  }

  private func uncalled(_ client: Client, _ rows: [Row]) -> [Problem] {
    if !client.requirement.operations { return [] }
    func operations(_ rows: [Row]) -> Set<String> { Set(rows.map(\.contract.operation.value)) }
    let named = operations(rows)
    // An operation whose scenarios errored may have been called. The run fails anyway.
    let called = operations(rows.filter { row in row.transports.contains { row[nil, $0] > .skipped } })
    return client.operations.filter { !called.contains($0) }.map { operation in
      Problem(
        client: client.name, fact: .uncalled(named.contains(operation) ? .skipped : .absent), subject: operation,
        range: client.requirement.range, required: client.requirement.range)
    }
  }

  private func unverified(_ client: Client, _ rows: [Row]) -> [Problem] {
    guard let verification = client.requirement.verification else { return [] }
    return rows.filter { client.verifiable.contains($0.contract.name) }.compactMap { row in
      let time = client.verified?[row.contract.name]
      if let time, Date.now.timeIntervalSince(time) <= verification.seconds { return nil }
      return Problem(
        client: client.name, fact: .unverified(within: verification.text, isOld: time != nil),
        subject: row.contract.name, range: row.contract.range, required: client.requirement.range)
    }
  }

  /// Returns the exceptions that no client needs.
  private func stale(_ requirement: Requirement, of clients: [Client]) -> [Problem] {
    let users = clients.filter { $0.requirement === requirement }
    return requirement.exceptions.compactMap { exception in
      let rows = rows.filter { $0.requirement === requirement && $0.contract.name == exception.contract.value }
      guard !rows.isEmpty, rows.allSatisfy({ $0.covers(exception.kind.value) }) else { return nil }
      return Problem(
        client: users.count == 1 ? users[0].name : nil, fact: .stale(exception.kind.value),
        subject: exception.contract.value, range: exception.kind.range, required: requirement.range)
    }
  }
}

extension Coverage.Row {
  /// Returns whether a required kind is not covered on a transport. A kind with an errored scenario is not missing,
  /// because nobody knows; the errored scenario fails the run.
  func isMissing(_ kind: Response.Kind, on transport: Transport) -> Bool {
    guard let requirement, requirement.kinds.contains(kind), !requirement.excepts(kind, in: contract) else {
      return false
    }
    return gaps(kind).contains { $0.transport == nil || $0.transport == transport }
  }

  /// Returns whether it covers a kind wherever that is required.
  fileprivate func covers(_ kind: Response.Kind) -> Bool {
    let required = requirement?.transports.map(\.value) ?? []
    if required.isEmpty { return transports.contains { self[kind, $0] == .covered } }
    return required.allSatisfy { self[kind, $0] == .covered }
  }

  /// Returns the transports on which a kind is required and missing, with the reason; nil for all transports.
  private func gaps(_ kind: Response.Kind?) -> [(transport: Transport?, state: Coverage.State)] {
    let required = requirement?.transports.map(\.value) ?? []
    let best = transports.map { self[kind, $0] }.max() ?? .absent
    if best == .absent || required.isEmpty { return best < .errored ? [(nil, best)] : [] }
    return required.filter { self[kind, $0] < .errored }.map { ($0, self[kind, $0]) }
  }

  fileprivate var missing: [Coverage.Problem] {
    guard let requirement else { return [] }
    let kinds = requirement.kinds.filter { !requirement.excepts($0, in: contract) }.map(Optional.some)
    // Without kinds, each contract must have any scenario on each transport.
    let required = requirement.kinds.isEmpty && !requirement.transports.isEmpty ? [nil] : kinds
    return required.flatMap { kind in
      gaps(kind).map { transport, state in
        Coverage.Problem(
          client: client, fact: .missing(kind, transport, state), subject: contract.name, range: contract.range,
          required: requirement.range)
      }
    }
  }
}
