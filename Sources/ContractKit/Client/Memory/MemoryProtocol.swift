/// The double on `memory`: what a real `URLSession` loads its requests with, in place of a network.
///
/// One object is one request. `startLoading` takes note and returns at once, because every session of a process starts
/// its requests on one queue (swift-corelibs-foundation #5016); the answer comes later.
class MemoryProtocol: URLProtocol {
  // The session guards this: it calls startLoading and stopLoading one after the other.
  private var delivery: MemoryDelivery?

  /// Which slot the class stands for.
  class var slot: Int { -1 }

  /// What answers the class's requests, and where; nil where no call has had it.
  class var holder: (responder: any Responder, executor: QueueExecutor)? { MemorySlot.ring.holder(of: slot) }

  override class func canInit(with request: URLRequest) -> Bool { true }
  override class func canonicalRequest(for request: URLRequest) -> URLRequest { request }

  override func startLoading() {
    guard let (responder, executor) = Self.holder else { return }
    let session = SessionInsides(of: task)
    let captured = CapturedRequest(request, task: task, of: session)
    let queue = session.queue
    let delivery = MemoryDelivery(to: self)
    self.delivery = delivery
    // Requests are handed over in the order in which they start, on a queue that a blocking client cannot fill.
    Task(executorPreference: executor) {
      let reply = await responder.respond(to: captured)
      if reply.delay > 0 { try? await Task.sleep(for: .seconds(reply.delay)) }
      if let queue { queue.async { delivery.deliver(reply) } } else { delivery.deliver(reply) }
    }
  }

  override func stopLoading() { delivery?.stop() }
}
