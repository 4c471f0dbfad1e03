// A placeholder until LoopbackServer lands: to be deleted with that.

package final class LoopbackServer: Sendable {
  package init(guarding: @escaping @Sendable (() -> Void) -> Void = { $0() }) {}
  package func open(_ scenario: Scenario, of contract: Contract) throws(SocketError) -> LoopbackCall {
    throw SocketError("open", ENOSYS)
  }
  package func close() {}
}
package final class LoopbackCall: Sendable {
  package var addresses: Addresses { Addresses(base: .localhost) }
  package func start(_ script: Script) {}
  package func retire() {}
}
