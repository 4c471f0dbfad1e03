@testable import ContractAuthoring
@testable import ContractCore

extension Target {
  /// A file of approvals has entries, or errors with places. After a change of one result, it has that result, and every
  /// other one as before.
  static func checkApprovals(_ bytes: [UInt8]) {
    let source = Source(path: "approvals.json", bytes: bytes)
    let (approvals, diagnostics) = ApprovalReader.read(AcceptedFile(.approvals, source, clients: []))
    requireUsable(diagnostics, in: source)
    if diagnostics.hasErrors { return }
    require(approvals.updated(by: Approvals.Findings()) == bytes, "the file changes without a finding")
    let keys = approvals.entries.flatMap(\.keys)
    guard var key = keys.first else { return }
    key.transport = key.transport ?? .memory
    for result: JSON? in ["decoding", nil] {
      var findings = Approvals.Findings()
      findings.transports = Set(Transport.allCases)
      findings.all[key] = .changed(result)
      let text = approvals.updated(by: findings)
      let (updated, mistakes) = ApprovalReader.read(
        AcceptedFile(.approvals, Source(path: source.path, bytes: text), clients: []))
      require(mistakes.isEmpty, "the changed file has errors: \(mistakes.map(\.text)) in \(shown(text))")
      require(updated.updated(by: findings) == text, "the same finding changes the file again: \(shown(text))")
      for var other in keys {
        for transport in Transport.allCases {
          other.transport = transport
          let (old, new) = (other == key ? result : approvals.result(of: other), updated.result(of: other))
          require(
            old == new || other == key && result == nil,
            "the result of \(other) is \(new?.text ?? "none"), not \(old?.text ?? "none"), in \(shown(text))")
        }
      }
    }
  }
}

extension Approvals {
  fileprivate func result(of key: Approval.Key) -> JSON? { entry(for: key)?.result.value }
}
