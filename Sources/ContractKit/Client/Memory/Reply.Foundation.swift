import Foundation

extension Reply {
  /// The head of the answer as Foundation has it; nil where the network fails before a first byte.
  func response(url: URL) -> URLResponse? {
    switch kind {
    case .status(let status): head(status: status, url: url)
    case .nonHTTP:
      URLResponse(url: url, mimeType: nil, expectedContentLength: body?.count ?? 0, textEncodingName: nil)
    // Bytes without a head before them do not exist on a network, nor does a session expect them.
    case .networkError: body?.isEmpty == false ? head(status: 200, url: url) : nil
    }
  }

  /// The error that ends the answer; nil where it ends well.
  func error(url: URL) -> (any Error)? {
    if case .networkError(let error) = kind { error.foundationError(url: url) } else { nil }
  }

  private func head(status: Int, url: URL) -> URLResponse? {
    var fields: [String: String] = [:]
    // A name that comes in several cases is one header, under the first of them.
    for (name, values) in headers.byName { fields[name] = values.joined(separator: ", ") }
    return HTTPURLResponse(url: url, statusCode: status, httpVersion: "HTTP/1.1", headerFields: fields)
  }
}

extension NetworkError {
  /// The error as Foundation would hand it to a client: a URLError where it has the code, else an NSError.
  fileprivate func foundationError(url: URL) -> any Error {
    var userInfo: [String: Any] = [NSURLErrorFailingURLErrorKey: url]
    if domain != NSURLErrorDomain { userInfo = [:] }
    if let message { userInfo[NSLocalizedDescriptionKey] = message }
    // The initialiser is failable on Linux and not on Apple platforms.
    let known: URLError.Code? = URLError.Code(rawValue: code)
    if domain == NSURLErrorDomain, let known { return URLError(known, userInfo: userInfo) }
    return NSError(domain: domain, code: code, userInfo: userInfo)
  }
}
