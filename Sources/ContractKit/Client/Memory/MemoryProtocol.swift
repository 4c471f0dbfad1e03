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
    // Foundation starts a request again where its task is resumed after a suspension, and on Linux where it is resumed
    // twice.
    if let delivery { return delivery.proceed() }
    guard let responder = Self.responder else { return }
    let session = SessionInsides(of: task)
    let delivery = MemoryDelivery(to: self, of: session)
    self.delivery = delivery
    request.withBodyRead { [request, task = task] read in
      switch read {
      case .success(let body):
        let captured = CapturedRequest(request, body: body, task: task, of: session)
        responder.respond(to: captured) { delivery.answer($0) }
      case .failure(let error): delivery.answer(Reply(.networkError(NetworkError(error))))
      }
    }
    delivery.started()
  }

  override func stopLoading() {
    // And it stops one where its task is suspended.
    guard let delivery, !delivery.isOver else { return }
    if let state = task?.state, state == .running || state == .suspended { delivery.pause() } else { delivery.stop() }
  }
}
