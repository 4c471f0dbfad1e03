import Foundation

/// What Foundation knows of an error: an NSError, or one that says how it becomes one, as URLError does.
struct FoundationError {
  var type: String?
  var domain: String
  var code: Int
  var userInfo: [String: Any]
  /// Whether the error is nothing but this: an NSError, or one of Foundation's structs around one.
  var isStored: Bool
  /// Whether it is a URLError and that has no words of its own, as most errors of clients: of such a one nothing else is
  /// to be asked.
  var isPlainURLError = false

  /// Nil for Swift's own errors, whose domain and code nobody chose.
  init?(_ error: any Error) {
    if let error = exactly(URLError.self, error) {
      domain = URLError.errorDomain
      code = error.errorCode
      userInfo = error.errorUserInfo
      isStored = true
      isPlainURLError = !Self.urlErrorIsLocalized
    } else if let error = error as? any CustomNSError {
      domain = Swift.type(of: error).errorDomain
      code = error.errorCode
      userInfo = error.errorUserInfo
      isStored = error is URLError || Mirror(reflecting: error).children.contains { $0.label == "_nsError" }
    } else if Swift.type(of: error) is NSError.Type {
      let error = error as NSError
      domain = error.domain
      code = error.code
      userInfo = error.userInfo
      isStored = true
      // Foundation's private subclasses differ by platform.
      let name = typeName(of: Swift.type(of: error))
      type = name.hasPrefix("_") ? "NSError" : name
    } else {
      return nil
    }
    if domain == NSURLErrorDomain, isStored { type = "URLError" }
  }

  /// A client may say so itself. Asking the runtime each time takes as long as to describe the error.
  private static let urlErrorIsLocalized = URLError.self is any LocalizedError.Type

  var underlying: (any Error)? { underlyingKey.flatMap { userInfo[$0] as? any Error } }

  /// The key of the error under this one: Foundation's own, or the first one that has an error.
  private var underlyingKey: String? {
    userInfo[NSUnderlyingErrorKey] is any Error
      ? NSUnderlyingErrorKey : userInfo.filter { $0.value is any Error }.keys.min()
  }

  var message: String? { userInfo[NSLocalizedDescriptionKey] as? String }

  /// The rest of `userInfo`, as far as JSON can say it; nil if that is nothing.
  func payload(in reflection: Reflection, depth: Int) -> JSON? {
    if userInfo.isEmpty { return nil }
    let underlyingKey = underlyingKey
    var members: [(String, JSON)] = []
    for (key, value) in userInfo.sorted(by: { $0.key < $1.key })
    where key != NSLocalizedDescriptionKey && key != underlyingKey && !Self.isOfTheRun(key) {
      if let json = reflection.json(userInfo: value, depth: depth + 1) { members.append((key, json)) }
    }
    return members.isEmpty ? nil : .object(members)
  }

  /// Whether a key names the run's URL, task or socket, which are not the client's and differ from run to run.
  private static func isOfTheRun(_ key: String) -> Bool {
    ["NSErrorFailingURL", "_NSURLError", "_kCF"].contains(where: key.hasPrefix)
  }

  var category: FailureDescription.Category? {
    switch (domain, code) {
    case (NSURLErrorDomain, -999): .cancelled
    case (NSURLErrorDomain, -1000): .invalidRequest
    case (NSURLErrorDomain, -1015), (NSURLErrorDomain, -1016): .decoding
    case (NSURLErrorDomain, _): .network
    case (NSCocoaErrorDomain, 3840), (NSCocoaErrorDomain, 4864): .decoding
    default: nil
    }
  }
}

/// The error as one of this very type; nil also where it only becomes one, by bridging. That an error conforms to nothing the
/// runtime finds out with more than a thousand instructions, and what its type is with a few.
///
/// No method of Error's: an error that came through a continuation is a box in a box, and `self` is the inner box there.
func exactly<Known: Error>(_ type: Known.Type, _ error: any Error) -> Known? {
  Swift.type(of: error) == type ? error as? Known : nil
}
