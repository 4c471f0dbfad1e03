extension Reply {
  /// What a response comes to for one request: no body goes out on HEAD, 1xx, 204 and 304 (RFC 9110, section 6.4.1), and
  /// before a network error exactly the first `after` bytes.
  init(_ response: Response, to request: CapturedRequest) {
    let kind: Kind
    var body = response.body
    if let error = response.error {
      kind = .networkError(error)
      body = body.flatMap { response.after > 0 ? Array($0.prefix(response.after)) : nil }
    } else if response.kind == .nonHTTP {
      kind = .nonHTTP
    } else {
      let status = response.status ?? 200
      kind = .status(status)
      if request.method == "HEAD" || status == 204 || status == 304 || status / 100 == 1 { body = nil }
    }
    self.init(kind, headers: response.headers, body: body, delay: response.delay)
  }

  /// What a request beyond the script is answered.
  static func beyondScript(_ number: Int) -> Reply {
    Reply(
      .status(500), headers: Headers([.init("Content-Type", "text/plain")]),
      body: Array("contract-run: no exchange \(number)".utf8))
  }

  /// What a request is answered once the call is over.
  public static let callIsOver = Reply(.networkError(NetworkError(domain: NetworkError.urlErrorDomain, code: -999)))
}
