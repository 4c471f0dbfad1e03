// The two messages that each scenario has, read in one pass; see `MessageTokens`.
extension DriverMessage {
  /// Reads a line that is plainly a request or a result; nil for every other line, right or wrong.
  init?(plain line: JSON) {
    guard let tokens = MessageTokens(line) else { return nil }
    if tokens.has("request", at: MessageTokens.name) {
      self.init(request: tokens)
    } else if tokens.has("result", at: MessageTokens.name) {
      self.init(result: tokens)
    } else {
      return nil
    }
  }

  private init?(request tokens: MessageTokens) {
    var (id, n): (Int?, Int?) = (nil, nil)
    var (method, url): (String?, String?) = (nil, nil)
    var request = CapturedRequest(method: "", url: "")
    let isRead = tokens.read(MessageTokens.message) { name, value in
      if tokens.has("id", at: name) {
        id = tokens.int(value)
      } else if tokens.has("n", at: name) {
        n = tokens.int(value)
      } else if tokens.has("method", at: name) {
        method = tokens.string(value)
      } else if tokens.has("url", at: name) {
        url = tokens.string(value)
      } else if tokens.has("headers", at: name), let headers = tokens.headers(value) {
        request.headers = headers
      } else if tokens.has("body", at: name), let body = tokens.body(value) {
        request.body = body
      } else if tokens.has("timeout", at: name), let timeout = tokens.int(value) {
        request.timeout = Double(timeout)
      } else if tokens.has("unobserved", at: name), let unobserved = tokens.strings(value) {
        request.unobserved = unobserved
      } else {
        return false
      }
      return true
    }
    guard isRead, let id, let n, n > 0, let method, let url else { return nil }
    request.method = method
    request.url = url
    self = .request(id: id, n: n, request)
  }

  private init?(result tokens: MessageTokens) {
    var id: Int?
    var outcome: Outcome?
    var unobserved: [String]? = []
    let isRead = tokens.read(MessageTokens.message) { name, value in
      if tokens.has("id", at: name) {
        id = tokens.int(value)
      } else if tokens.has("outcome", at: name) {
        outcome = Outcome(plain: tokens, at: value)
      } else if tokens.has("unobserved", at: name) {
        unobserved = tokens.strings(value)
      } else {
        return false
      }
      return true
    }
    guard isRead, let id, let outcome, let unobserved else { return nil }
    self = .result(Result(id: id, outcome: outcome, unobserved: unobserved))
  }
}

extension Outcome {
  /// A success, or a failure without values before it.
  fileprivate init?(plain tokens: MessageTokens, at object: Int) {
    var outcome: Outcome?
    var count = 0
    let isRead = tokens.read(object) { name, value in
      count += 1
      if tokens.has("success", at: name) {
        outcome = .success(JSON(tokens.document, value))
      } else if tokens.has("failure", at: name), Failure.isPlain(tokens, at: value) {
        outcome = .failure(JSON(tokens.document, value), values: nil)
      } else {
        return false
      }
      return true
    }
    guard isRead, count == 1, let outcome else { return nil }
    self = outcome
  }
}

extension Failure {
  /// Whether a failure is right as it stands: a category, and no member that is null but the payload.
  fileprivate static func isPlain(_ tokens: MessageTokens, at object: Int) -> Bool {
    var hasCategory = false
    let isRead = tokens.read(object) { name, value in
      if tokens.has("category", at: name) {
        hasCategory = tokens.string(value).flatMap(Category.init) != nil
        return hasCategory
      }
      if tokens.has("type", at: name) || tokens.has("message", at: name) { return tokens.isString(value) }
      if tokens.has("domain", at: name) || tokens.has("case", at: name) { return tokens.isString(value) }
      if tokens.has("code", at: name) { return tokens.int(value) != nil }
      if tokens.has("underlying", at: name) { return isPlain(tokens, at: value) }
      return tokens.has("payload", at: name)
    }
    return isRead && hasCategory
  }
}
