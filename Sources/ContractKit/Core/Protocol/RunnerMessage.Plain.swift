// The two messages that each scenario has, read in one pass; see `MessageTokens`.
extension RunnerMessage {
  /// Reads a line that is plainly a call or a response; nil for every other line, right or wrong.
  init?(plain line: JSON) {
    guard let tokens = MessageTokens(line) else { return nil }
    if tokens.has("call", at: MessageTokens.name) {
      guard let call = Call(plain: tokens) else { return nil }
      self = .call(call)
    } else if tokens.has("response", at: MessageTokens.name) {
      self.init(response: tokens)
    } else {
      return nil
    }
  }

  private init?(response tokens: MessageTokens) {
    var (id, n): (Int?, Int?) = (nil, nil)
    var kinds = 0
    var reply = Reply(.nonHTTP)
    let isRead = tokens.read(MessageTokens.message) { name, value in
      if tokens.has("id", at: name) {
        id = tokens.int(value)
      } else if tokens.has("n", at: name) {
        n = tokens.int(value)
      } else if tokens.has("status", at: name) {
        guard let status = tokens.int(value) else { return false }
        reply.kind = .status(status)
        kinds += 1
      } else if tokens.has("nonHTTP", at: name), tokens.isTrue(value) {
        kinds += 1
      } else if tokens.has("networkError", at: name), let error = NetworkError(plain: tokens, at: value) {
        reply.kind = .networkError(error)
        kinds += 1
      } else if tokens.has("headers", at: name), let headers = tokens.headers(value) {
        reply.headers = headers
      } else if tokens.has("body", at: name), let body = tokens.body(value) {
        reply.body = body
      } else if tokens.has("delay", at: name), let delay = tokens.int(value) {
        reply.delay = Double(delay)
      } else {
        return false
      }
      return true
    }
    guard isRead, let id, let n, n > 0, kinds == 1 else { return nil }
    self = .response(id: id, n: n, reply)
  }
}

extension RunnerMessage.Call {
  fileprivate init?(plain tokens: MessageTokens) {
    var id: Int?
    var (operation, baseURL): (String?, String?) = (nil, nil)
    var transport: Transport?
    var baseURLs: [(name: String, url: String)] = []
    var input = JSON(.null)
    let isRead = tokens.read(MessageTokens.message) { name, value in
      if tokens.has("id", at: name) {
        id = tokens.int(value)
      } else if tokens.has("operation", at: name) {
        operation = tokens.string(value)
      } else if tokens.has("transport", at: name) {
        transport = tokens.has("memory", at: value) ? .memory : tokens.has("loopback", at: value) ? .loopback : nil
      } else if tokens.has("baseURL", at: name) {
        baseURL = tokens.string(value)
      } else if tokens.has("baseURLs", at: name), let lines = tokens.headers(value)?.lines {
        // Names and strings are written as headers' are.
        baseURLs = lines.map { ($0.name, $0.value) }
      } else if tokens.has("input", at: name) {
        input = JSON(tokens.document, value)
      } else {
        return false
      }
      return true
    }
    guard isRead, let id, let operation, let transport, let baseURL else { return nil }
    self.init(
      id: id, operation: operation, transport: transport, baseURL: baseURL, baseURLs: baseURLs, input: input)
  }
}

extension NetworkError {
  fileprivate init?(plain tokens: MessageTokens, at object: Int) {
    var (domain, message): (String?, String?) = (nil, nil)
    var code: Int?
    let isRead = tokens.read(object) { name, value in
      if tokens.has("domain", at: name) {
        domain = tokens.string(value)
      } else if tokens.has("code", at: name) {
        code = tokens.int(value)
      } else if tokens.has("message", at: name), let text = tokens.string(value), !text.isEmpty {
        message = text
      } else {
        return false
      }
      return true
    }
    guard isRead, let domain, let code else { return nil }
    self.init(domain: domain, code: code, message: message)
  }
}
