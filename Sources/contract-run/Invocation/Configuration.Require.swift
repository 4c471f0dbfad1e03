import ContractCore
import ContractReporting

extension ObjectReader {
  /// Returns what the member `require` of a configuration or a client says.
  ///
  /// - Parameter resolve: Returns a path of the configuration, relative to the runner's folder.
  func requirement(_ resolve: (String) -> String) -> Coverage.Requirement? {
    let allowed = ["kinds", "operations", "transports", "except", "verified"]
    guard let reader = reader("require", as: "\"require\"", allowed: allowed) else { return nil }
    let kinds = reader.kinds("kinds")
    let transports = (reader.strings("transports", mayBeEmpty: false) ?? []).compactMap { name in
      diagnostics.name(name, of: Transport.allCases.map(\.rawValue), what: "transport")
        .flatMap { Transport(rawValue: $0.value) }.map { SourceLocated($0, at: name.range) }
    }
    return Coverage.Requirement(
      kinds: Response.Kind.allCases.filter { kind in kinds.contains { $0.value == kind } },
      operations: reader.bool("operations")?.value ?? false, transports: transports,
      exceptions: reader.exceptions(from: kinds.map(\.value)), verification: reader.verified(resolve),
      range: reader.range)
  }

  /// Returns within which time contracts must have been verified.
  private func verified(_ resolve: (String) -> String) -> Coverage.Requirement.Verification? {
    guard let reader = reader("verified", as: "\"verified\"", allowed: ["report", "within"]) else { return nil }
    let (report, within) = (reader.string("report", required: true), reader.string("within", required: true))
    guard let report, let within else { return nil }
    let units: [Character: Double] = ["d": 86_400, "h": 3600, "m": 60]
    guard let unit = within.value.last.flatMap({ units[$0] }), let number = Int(within.value.dropLast()),
      (1...999_999).contains(number)
    else {
      reader.noteWrong("within", expected: "a time such as \"7d\", \"12h\" or \"30m\"")
      return nil
    }
    return (SourceLocated(resolve(report.value), at: report.range), Double(number) * unit, within.value)
  }

  private func kinds(_ name: String) -> [SourceLocated<Response.Kind>] {
    (strings(name, mayBeEmpty: false) ?? []).compactMap { text in
      diagnostics.name(text, of: Response.Kind.allCases.map(\.rawValue), what: "response kind")
        .flatMap { Response.Kind(rawValue: $0.value) }.map { SourceLocated($0, at: text.range) }
    }
  }

  /// Returns the kinds that some contracts do not have to cover.
  private func exceptions(from required: [Response.Kind]) -> [Coverage.Requirement.Exception] {
    guard let reader = reader("except", as: "\"except\"", allowed: nil) else { return [] }
    return reader.object.members.flatMap { member in
      reader.kinds(member.name).map { kind in
        if !required.contains(kind.value) {
          note(
            .rule(
              "\"kinds\" does not require \(kind.value.rawValue)",
              help: "remove the exception, or add the kind to \"kinds\""),
            at: kind.range)
        }
        return (SourceLocated(member.name, at: member.nameRange ?? reader.range), kind)
      }
    }
  }
}

extension Configuration.Client {
  /// Notes each required transport on which no run of the client would be. Only a client that names its transports
  /// always runs on them.
  func checkRequiredTransports(_ diagnostics: Diagnostic.Collector) {
    for transport in requirement?.transports ?? [] where transports?.all.contains(transport.value) != true {
      let name = transport.value.rawValue
      let wanted = requirement?.transports.allSatisfy { $0.value == transport.value } == true ? name : "both"
      diagnostics.note(
        .rule(
          "the configuration of the client \"\(self.name)\" does not say that it runs on \(name)",
          help: "write \"transport\": \"\(wanted)\" in the client, or give it its own \"require\""),
        at: transport.range)
    }
  }
}

extension Coverage {
  /// Returns an error for each exception that names a contract which no client has.
  ///
  /// - Parameter clients: The requirement of each client, with the names of its contracts; nil if these are not known.
  static func unknownExceptions(_ clients: [(requirement: Requirement?, contracts: [String]?)]) -> [Diagnostic] {
    let diagnostics = Diagnostic.Collector()
    for requirement in clients.compactMap(\.requirement) where !requirement.exceptions.isEmpty {
      // Clients without their own requirement share one.
      let known = clients.filter { $0.requirement === requirement }.map(\.contracts)
      if known.contains(where: { $0 == nil }) { continue }
      let names = known.flatMap { $0 ?? [] }.uniqued()
      for exception in requirement.exceptions {
        _ = diagnostics.name(exception.contract, of: names, what: "contract")
      }
    }
    return diagnostics.diagnostics
  }
}
