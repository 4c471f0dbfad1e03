import Foundation

/// What Foundation knows about an error: an NSError, or one that defines how it becomes one, such as URLError.
struct FoundationError {
  var type: String?
  var domain: String
  var code: Int
  var userInfo: [String: Any]
  /// Whether the error contains nothing more: an NSError, or one of Foundation's structs around one.
  var isStored: Bool
  /// Whether the error is a URLError without a message of its own, as most errors of clients are. Nothing else needs to
  /// be read from such an error.
  var isPlainURLError = false
  /// The key of the underlying error: Foundation's own key, or else the first key that holds an error.
  private let underlyingKey: String?

  /// Returns nil for Swift's own errors, because nobody chose their domain and code.
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
      // The names of Foundation's private subclasses differ by platform.
      let name = typeName(of: Swift.type(of: error))
      type = name.hasPrefix("_") ? "NSError" : name
    } else {
      return nil
    }
    if domain == NSURLErrorDomain, isStored { type = "URLError" }
    underlyingKey =
      userInfo[NSUnderlyingErrorKey] is any Error
      ? NSUnderlyingErrorKey : userInfo.filter { $0.value is any Error }.keys.min()
  }

  /// A client may add this conformance itself. To ask the runtime each time would take as long as to describe the
  /// error.
  private static let urlErrorIsLocalized = URLError.self is any LocalizedError.Type

  var underlying: (any Error)? { underlyingKey.flatMap { userInfo[$0] as? any Error } }

  var message: String? { userInfo[NSLocalizedDescriptionKey] as? String }

  /// Returns the rest of `userInfo` that JSON can represent, or nil if there is none.
  func payload(in reflection: Reflection, depth: Int) -> JSON? {
    if userInfo.isEmpty { return nil }
    var members: [(String, JSON)] = []
    for (key, value) in userInfo.sorted(by: { $0.key < $1.key })
    where key != NSLocalizedDescriptionKey && key != underlyingKey && !Self.isOfTheRun(key) {
      if let json = reflection.json(userInfo: value, depth: depth + 1) { members.append((key, json)) }
    }
    return members.isEmpty ? nil : .object(members)
  }

  /// Returns whether a key names the run's URL, task or socket. These do not belong to the client and differ from run
  /// to run.
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

/// Returns the error as a value of exactly this type. Returns nil if only bridging would make it one. The runtime needs
/// more than a thousand instructions to find out that an error does not conform to a type, and a few to compare its
/// type.
///
/// This is not a method of Error: an error that came through a continuation is a box in a box, and there `self` is the
/// inner box.
func exactly<Known: Error>(_ type: Known.Type, _ error: any Error) -> Known? {
  Swift.type(of: error) == type ? error as? Known : nil
}
