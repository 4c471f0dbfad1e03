import Foundation

/// The description of a client's error, as contracts see it. ContractKit creates it from any Swift error. A driver that
/// knows more about the error can change it.
public struct FailureDescription: Sendable {
  /// The category of the failure; `other` if nothing determines it.
  public var category: Category
  /// The error's type without its module.
  public var type: String?
  /// The name of an enum's case.
  public var `case`: String?
  /// The associated values of the case, or a struct's properties, or an NSError's userInfo.
  public var payload: JSON?
  /// The domain of an NSError, or of an error that defines its own NSError domain.
  public var domain: String?
  /// The code within the domain.
  public var code: Int?
  /// The error's text. It is not portable.
  public var message: String?
  /// The first error found inside this error, as JSON.
  public var underlying: JSON?
  /// The full name of the error's type, if neither the driver nor ContractKit describes it; empty for an NSError; nil
  /// if it is described.
  var undescribed: String?

  /// Creates a description that has only a category.
  public init(_ category: Category) { self.category = category }

  /// Describes an error.
  ///
  /// - Parameters:
  ///   - error: The error that the client threw or passed to its completion handler.
  ///   - map: Changes the description. It is called for the innermost error first and the outermost last. By default it
  ///     changes nothing.
  public init(_ error: any Error, map: (any Error, inout FailureDescription) -> Void = { _, _ in }) {
    self.init(error, depth: 0, map: map)
  }

  private init(_ error: any Error, depth: Int, map: (any Error, inout FailureDescription) -> Void) {
    let foundation = FoundationError(error)
    self.init(error, foundation, in: Reflection(), depth: 0)
    var found: Category?
    if depth < 16, let inner = Self.inner(of: error, foundation) {
      let inner = FailureDescription(inner, depth: depth + 1, map: map)
      underlying = inner.json
      found = inner.category
    }
    category = Self.category(of: error, foundation) ?? found ?? .other
    let before = depth == 0 && category == .other ? json : nil
    map(error, &self)
    guard let before, category == .other, json == before else { return }
    let module = _typeName(Swift.type(of: error), qualified: true).prefix { $0 != "." }
    undescribed = foundation == nil ? "\(module).\(typeName(of: Swift.type(of: error)))" : ""
  }

  /// Describes an error that another value stores. The payload of a Swift error already describes its inner errors. If
  /// each level described them twice, level 20 would describe them a million times.
  init(_ error: any Error, in reflection: Reflection, depth: Int) {
    let foundation = FoundationError(error)
    self.init(error, foundation, in: reflection, depth: depth)
    var known = Self.category(of: error, foundation)
    if depth < Reflection.depthLimit, !reflection.isExhausted, let inner = Self.inner(of: error, foundation) {
      if foundation?.isStored == true {
        underlying = FailureDescription(inner, in: reflection, depth: depth + 1).json
      }
      known = known ?? Self.category(inside: inner)
    }
    category = known ?? .other
  }

  /// Describes what an error itself contains, without its category and its underlying error.
  private init(_ error: any Error, _ foundation: FoundationError?, in reflection: Reflection, depth: Int) {
    category = .other
    type = foundation?.type ?? typeName(of: Swift.type(of: error))
    domain = foundation?.domain
    code = foundation?.code
    message = Self.message(of: error, foundation)
    if let foundation, foundation.isStored {
      payload = foundation.payload(in: reflection, depth: depth)
    } else {
      (self.case, payload) = Self.contents(of: error, in: reflection, depth: depth)
    }
  }

  /// The description as JSON, as a driver sends it. Members without a value are left out.
  public var json: JSON {
    JSON(members: [
      "category": .string(category.description), "type": type.map { .string($0) },
      "case": self.case.map { .string($0) }, "payload": payload, "domain": domain.map { .string($0) },
      "code": code.map { .number($0) }, "message": message.map { .string($0) }, "underlying": underlying,
    ])
  }
}

// MARK: Swift's errors

extension FailureDescription {
  /// Returns the name of an enum's case with its associated values, or the properties of any other error.
  private static func contents(
    of error: any Error, in reflection: Reflection, depth: Int
  ) -> (case: String?, payload: JSON?) {
    if let error = error as? DecodingError, let contents = contents(of: error, in: reflection, depth: depth) {
      return contents
    }
    let mirror = Mirror(reflecting: error)
    if let name = caseName(of: error) {
      return (name, mirror.children.first.map { reflection.payload($0.value, depth: depth) ?? .null })
    }
    if mirror.children.isEmpty && mirror.superclassMirror == nil { return (nil, nil) }
    return (nil, .object(reflection.properties(of: error, depth: depth)))
  }

  private static func inner(of error: any Error, _ foundation: FoundationError?) -> (any Error)? {
    if let foundation, foundation.isStored { return foundation.underlying }
    if let context = (error as? DecodingError)?.context { return context.underlyingError }
    var looks = 10_000
    return firstError(in: error, depth: 0, looks: &looks) ?? foundation?.underlying
  }

  /// Returns the first error among the values that an error stores. Values nearer to the error come first, then the
  /// order in which they were written.
  ///
  /// - Parameter looks: How many more values may be inspected. A body that an error carries may have millions.
  private static func firstError(in value: Any, depth: Int, looks: inout Int) -> (any Error)? {
    guard depth < 6 else { return nil }
    var mirror: Mirror? = Mirror(reflecting: value)
    var inside: [Any] = []
    while let level = mirror {
      inside += level.children.prefix(max(0, looks - inside.count)).map(\.value)
      mirror = level.superclassMirror
    }
    looks -= inside.count
    for value in inside {
      if let error = unwrapped(value) as? any Error { return error }
      if let error = firstError(in: value, depth: depth + 1, looks: &looks) { return error }
    }
    return nil
  }

  /// Returns the category of the nearest inner error that has one.
  private static func category(inside error: any Error) -> Category? {
    var error = error
    for _ in 0..<16 {
      let foundation = FoundationError(error)
      if let category = category(of: error, foundation) { return category }
      guard let inner = inner(of: error, foundation) else { return nil }
      error = inner
    }
    return nil
  }

  private static func message(of error: any Error, _ foundation: FoundationError?) -> String? {
    if !(foundation?.isPlainURLError ?? false), let text = (error as? any LocalizedError)?.errorDescription {
      return text
    }
    if let foundation, foundation.isStored { return foundation.message }
    return Swift.type(of: error) is any CustomStringConvertible.Type ? "\(error)" : nil
  }

  /// Returns the category of the error's own type, or nil if it has none.
  private static func category(of error: any Error, _ foundation: FoundationError?) -> Category? {
    if let foundation, foundation.isPlainURLError { return foundation.category }
    if error is CancellationError { return .cancelled }
    if error is DecodingError { return .decoding }
    return foundation?.category
  }

  /// The kind of a failure, independent of the client's types.
  public struct Category: Sendable, Hashable, CustomStringConvertible {
    /// A failure of the network.
    public static let network = Category(.network)
    /// A status that the client does not accept.
    public static let status = Category(.status)
    /// A body that cannot be decoded.
    public static let decoding = Category(.decoding)
    /// A response that the client cannot use, for example because it is not HTTP.
    public static let invalidResponse = Category(.invalidResponse)
    /// A request that the client could not create.
    public static let invalidRequest = Category(.invalidRequest)
    /// Work that was canceled.
    public static let cancelled = Category(.cancelled)
    /// Any other failure.
    public static let other = Category(.other)

    private let kind: Failure.Category

    private init(_ kind: Failure.Category) { self.kind = kind }

    /// The name that contracts use.
    public var description: String { kind.rawValue }
  }
}
