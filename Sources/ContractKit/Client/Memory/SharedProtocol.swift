/// The double in front of `URLSession.shared`. Its state is `MemoryProtocol`'s.
final class SharedProtocol: MemoryProtocol {
  override class func canInit(with request: URLRequest) -> Bool {
    request.isForSessions && SharedSession.responder != nil && !SharedSession.leadsToNetwork(request)
  }

  override class var responder: (any Responder)? { SharedSession.responder }
}
