/// The double on `memory`: what a real `URLSession` loads its requests with, in place of a network.
///
/// One object is one request. `startLoading` takes note and returns at once, because every session of a process starts
/// its requests on one queue (swift-corelibs-foundation #5016); the answer comes later unless it is known at once.
class MemoryProtocol: URLProtocol {
  // The session guards this: it calls startLoading and stopLoading one after the other.
  private var delivery: MemoryDelivery?

  /// Which slot the class stands for.
  class var slot: Int { -1 }

  /// What answers the class's requests; nil where no call has had it.
  class var responder: (any Responder)? { MemorySlot.ring.responder(of: slot) }

  override class func canInit(with request: URLRequest) -> Bool { request.isForSessions }
  override class func canonicalRequest(for request: URLRequest) -> URLRequest { request }

  override func startLoading() {
    guard let responder = Self.responder else { return }
    let session = SessionInsides(of: task)
    let delivery = MemoryDelivery(to: self, of: session)
    self.delivery = delivery
    responder.respond(to: CapturedRequest(request, task: task, of: session)) { delivery.answer($0) }
    delivery.started()
  }

  override func stopLoading() { delivery?.stop() }
}
