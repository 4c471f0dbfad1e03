package import ContractCore

/// A request that a client sent, with what it takes to read it.
package struct RequestSample: Sendable {
  package var request: CapturedRequest
  /// The base URLs of the run in which it was sent.
  package var addresses: Addresses
  package var transport: Transport
}
