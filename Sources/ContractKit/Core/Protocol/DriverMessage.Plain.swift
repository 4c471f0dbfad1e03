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
    var (headers, body) = (Headers(), [UInt8]?.none)
    var (timeout, unobserved) = (Double?.none, [String]())
    let isRead = tokens.read(MessageTokens.message) { name, value in
      if tokens.has("id", at: name) {
        id = tokens.int(value)
      } else if tokens.has("n", at: name) {
        n = tokens.int(value)
      } else if tokens.has("method", at: name) {
        method = tokens.string(value)
      } else if tokens.has("url", at: name) {
        url = tokens.string(value)
      } else if tokens.has("headers", at: name), let lines = tokens.headers(value) {
        headers = lines
      } else if tokens.has("body", at: name), let bytes = tokens.body(value) {
        body = bytes
      } else if tokens.has("timeout", at: name), let seconds = tokens.int(value) {
        timeout = Double(seconds)
      } else if tokens.has("unobserved", at: name), let names = tokens.strings(value) {
        unobserved = names
      } else {
        return false
      }
      return true
    }
    guard isRead, let id, let n, n > 0, let method, let url else { return nil }
    self = .request(
      id: id, n: n,
      CapturedRequest(
        method: method, url: url, headers: headers, body: body, timeout: timeout, unobserved: unobserved))
  }

  private init?(result tokens: MessageTokens) {
    var id: Int?
    var outcome: Outcome?
    var unobserved: [String]? = []
    var mistake: String?
    let isRead = tokens.read(MessageTokens.message) { name, value in
      if tokens.has("id", at: name) {
        id = tokens.int(value)
      } else if tokens.has("outcome", at: name) {
        outcome = Outcome(plain: tokens, at: value)
      } else if tokens.has("unobserved", at: name) {
        unobserved = tokens.strings(value)
      } else if tokens.has("mistake", at: name), let why = tokens.string(value) {
        mistake = why
      } else {
        return false
      }
      return true
    }
    guard isRead, let id, let outcome, let unobserved else { return nil }
    self = .result(Result(id: id, outcome: outcome, unobserved: unobserved, mistake: mistake))
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
