/// The test double on `memory`. A real `URLSession` loads its requests with it instead of a network.
///
/// One object is one request. `startLoading` records the request and returns at once, because all sessions of a process
/// start their requests on one queue (swift-corelibs-foundation #5016). The answer comes later, unless it is known at
/// once.
class MemoryProtocol: URLProtocol {
  // The session guards this: it calls startLoading and stopLoading one after the other.
  private var delivery: MemoryDelivery?

  class var slot: Int { -1 }

  /// The call to which the class's requests belong; nil if no call has had the class.
  class var call: MemoryCall? { MemorySlot.ring.call(of: slot) }

  override class func canInit(with request: URLRequest) -> Bool { request.url?.isForSessions == true }
  override class func canonicalRequest(for request: URLRequest) -> URLRequest { request }

  override func startLoading() {
    // Foundation starts a request again if its task is resumed after a suspension, and on Linux also if it is resumed
    // twice.
    if let delivery { return delivery.proceed() }
    guard let call = Self.call else { return }
    let session = SessionInsides(of: task)
    let delivery = MemoryDelivery(to: self, of: session, for: call)
    self.delivery = delivery
    request.withBodyRead { [request, task = task] read in
      switch read {
      case .success(let (body, unobserved)):
        let captured = CapturedRequest(request, body: body, task: task, of: session, unobserved: unobserved)
        call.responder.respond(to: captured) { delivery.answer($0) }
      case .failure(let error): delivery.answer(Reply(.networkError(NetworkError(error))))
      }
    }
    delivery.started()
  }

  override func stopLoading() {
    // Foundation also stops a request if its task is suspended.
    guard let delivery, !delivery.isOver else { return }
    if let state = task?.state, state == .running || state == .suspended { delivery.pause() } else { delivery.stop() }
  }
}
