import Foundation

// Foundation's objects. What they store differs between platforms and versions, so no contract should have it.
extension Reflection {
  /// Returns the JSON of a Foundation object that represents a Swift value, or that clients keep in their results and
  /// errors: a request, a response, a cookie.
  func leaf(_ object: NSObject, depth: Int) -> JSON? {
    switch object {
    case is NSNull: return JSON.null
    case let value as NSString: return .string("\(value)")
    case let value as NSNumber:
      // On every platform, the C type distinguishes a boolean from a number.
      if value.objCType.pointee == CChar(UInt8(ascii: "c")) { return JSON(.bool(value.boolValue)) }
      return JSON.parse("\(value)") ?? (try? JSON(withEncoder: value.doubleValue))
    case let value as NSDate:
      return try? JSON(withEncoder: Date(timeIntervalSinceReferenceDate: value.timeIntervalSinceReferenceDate))
    case let value as NSData: return try? JSON(withEncoder: Data(referencing: value))
    case let value as NSURL:
      // Optional on Apple platforms only.
      let text: String? = value.absoluteString
      return text.map { JSON.string($0) }
    case let value as NSUUID: return .string(value.uuidString)
    case let value as NSArray: return .array(value.map { json($0, depth: depth + 1) ?? .null })
    case let value as NSSet: return .array(sorted(value.map { json($0, depth: depth + 1) ?? .null }))
    case let value as NSDictionary: return members(value.map { ($0.key, $0.value) }, depth: depth)
    case let response as HTTPURLResponse:
      var headers: [String: String] = [:]
      for (name, value) in response.allHeaderFields { headers["\(name)"] = "\(value)" }
      return JSON(members: [
        "status": .number(response.statusCode), "url": Self.url(response.url), "headers": Self.headers(headers),
      ])
    case let response as URLResponse: return JSON(members: ["url": Self.url(response.url)])
    case let request as NSURLRequest:
      return Self.request(request.httpMethod, request.url, request.allHTTPHeaderFields)
    case let cookie as HTTPCookie:
      return .object([
        ("name", .string(cookie.name)), ("value", .string(cookie.value)), ("domain", .string(cookie.domain)),
        ("path", .string(cookie.path)),
      ])
    default: return nil
    }
  }

  /// Returns whether an object belongs to Foundation, such as a session or a task. Its properties do not concern
  /// contracts.
  static func isFoundations(_ value: Any) -> Bool {
    let module = _typeName(type(of: value), qualified: true).prefix { $0 != "." }
    return ["Foundation", "FoundationEssentials", "FoundationNetworking", "__C"].contains(module)
  }

  static func request(_ method: String?, _ url: URL?, _ headers: [String: String]?) -> JSON {
    JSON(members: ["method": method.map(JSON.string), "url": self.url(url), "headers": self.headers(headers ?? [:])])
  }

  /// Requests are compared in this spelling, too.
  private static func url(_ url: URL?) -> JSON? { url.map { .string(RequestURL.canonical($0.absoluteString)) } }

  /// Headers that depend on the connection. They differ between transports.
  private static let ofConnection: Set = ["connection", "content-length", "date", "keep-alive", "transfer-encoding"]

  /// Returns headers with their names in lower case, because platforms spell them in different ways.
  private static func headers(_ fields: [String: String]) -> JSON? {
    let members = fields.map { (name: $0.key.lowercased(), value: $0.value) }
      .filter { !ofConnection.contains($0.name) }.sorted { $0.name < $1.name }
    return members.isEmpty ? nil : .object(members.map { ($0.name, .string($0.value)) })
  }
}
