import Foundation

extension Reply {
  /// Returns the head of the answer as a Foundation response, or nil if the network fails before the first byte.
  func response(url: URL) -> URLResponse? {
    switch kind {
    case .status(let status): head(status: status, url: url)
    case .nonHTTP:
      URLResponse(url: url, mimeType: nil, expectedContentLength: body?.count ?? 0, textEncodingName: nil)
    // A network has no bytes without a head before them, and a session does not expect them.
    case .networkError: body?.isEmpty == false ? head(status: statusBeforeError, url: url) : nil
    }
  }

  /// Returns the error that ends the answer, or nil if it ends without one.
  func error(url: URL) -> (any Error)? {
    if case .networkError(let error) = kind { error.foundationError(url: url) } else { nil }
  }

  private func head(status: Int, url: URL) -> URLResponse? {
    var fields: [String: String] = [:]
    // A name in different cases is one header, under its first spelling.
    for (name, values) in headers.dated().byName { fields[name] = values.joined(separator: ", ") }
    return HTTPURLResponse(url: url, statusCode: status, httpVersion: "HTTP/1.1", headerFields: fields)
  }
}

extension NetworkError {
  /// Returns the error as Foundation would pass it to a client: a URLError if it has the code, or else an NSError.
  fileprivate func foundationError(url: URL) -> any Error {
    var userInfo: [String: Any] = [NSURLErrorFailingURLErrorKey: url]
    if domain != NSURLErrorDomain { userInfo = [:] }
    if let message { userInfo[NSLocalizedDescriptionKey] = message }
    // The initializer is failable on Linux and not on Apple platforms.
    let known: URLError.Code? = URLError.Code(rawValue: code)
    if domain == NSURLErrorDomain, let known { return URLError(known, userInfo: userInfo) }
    return NSError(domain: domain, code: code, userInfo: userInfo)
  }
}
