import Foundation

/// One inspection of a value of any type and everything that it stores. It ends for every value, even for one that
/// contains itself. Results that are not `Encodable` and the payloads of errors are described in this way.
///
/// Structs, classes and labeled tuples become objects, in which a nil is left out. Collections become arrays, and
/// dictionaries become objects. An enum's case without a payload becomes its name, and one with a payload becomes
/// `{"name": payload}`. Inner `Encodable` values are encoded, and inner errors are described.
final class Reflection {
  /// Deeper values are left out, because a chain may have no end.
  static let depthLimit = 32
  /// Further values are left out, because objects that hold each other are found again on every path between them.
  static let valueLimit = 100_000
  /// How many values an error counts for. It costs that much to describe one.
  private static let errorWeight = 200

  private var values = 0
  /// Whether the inspected value belongs to an error's `userInfo`.
  private var isInUserInfo = false
  /// The objects that are being inspected. An object that holds itself is left out inside itself.
  private var ancestors: Set<ObjectIdentifier> = []

  /// Whether JSON was left out because it nests too deep.
  private(set) var isTooDeep = false

  /// Whether something was left out because there were too many values.
  var isExhausted: Bool { values > Self.valueLimit }

  /// Returns the value as JSON, or nil if it is nil.
  func json(_ value: Any, depth: Int) -> JSON? {
    values += 1
    guard depth < Self.depthLimit, !isExhausted, let value = unwrapped(value) else { return nil }
    guard let identity = identity(of: value) else { return reflected(value, depth: depth) }
    guard ancestors.insert(identity).inserted else { return nil }
    defer { ancestors.remove(identity) }
    return reflected(value, depth: depth)
  }

  /// Returns a value of an error's `userInfo`, or nil for an object such as a task, whose properties do not concern
  /// contracts.
  func json(userInfo value: Any, depth: Int) -> JSON? {
    let wasInUserInfo = isInUserInfo
    isInUserInfo = true
    defer { isInUserInfo = wasInUserInfo }
    return json(value, depth: depth)
  }

  /// Returns the identity of an object, or nil if the value is not an object.
  private func identity(of value: Any) -> ObjectIdentifier? {
    // A mirror returns an error in a box of its own, which is another object each time.
    let value = (value as? any Error).map { $0 as Any } ?? value
    return type(of: value) is AnyClass ? ObjectIdentifier(value as AnyObject) : nil
  }

  private func reflected(_ value: Any, depth: Int) -> JSON? {
    if let known = leaf(value, depth: depth) { return known }
    let mirror = Mirror(reflecting: value)
    switch mirror.displayStyle {
    case .enum?:
      guard let child = mirror.children.first else { return .string(openedCaseName(of: value) ?? "\(value)") }
      return .object([
        (openedCaseName(of: value) ?? child.label ?? "", payload(child.value, depth: depth + 1) ?? .null)
      ])
    case .class? where isInUserInfo || Self.isFoundations(value): return nil
    case .tuple?: return payload(value, depth: depth)
    case .collection?: return .array(mirror.children.map { json($0.value, depth: depth + 1) ?? .null })
    case .set?:
      // A set has no order that a report could repeat.
      return .array(sorted(mirror.children.map { json($0.value, depth: depth + 1) ?? .null }))
    case .dictionary?:
      return members(
        mirror.children.compactMap { child in
          let pair = Mirror(reflecting: child.value).children.map(\.value)
          return pair.count == 2 ? (pair[0], pair[1]) : nil
        }, depth: depth)
    default:
      let members = properties(mirror, depth: depth)
      return members.isEmpty && mirror.displayStyle == nil ? .string("\(value)") : .object(members)
    }
  }

  /// Returns the JSON of a value that needs no inspection.
  private func leaf(_ value: Any, depth: Int) -> JSON? {
    switch value {
    // JSONEncoder returns the same string, but slowly.
    case let text as String where type(of: value) == String.self: return .string(text)
    case let json as JSON: return whole(json, depth: depth)
    case let object as JSON.Object: return whole(JSON(.object(object)), depth: depth)
    case let number as JSON.Number: return JSON(.number(number))
    case let request as URLRequest:
      return Self.request(request.httpMethod, request.url, request.allHTTPHeaderFields)
    case let error as any Error:
      values += Self.errorWeight
      return FailureDescription(error, in: self, depth: depth + 1).json
    case let key as any CodingKey: return key.intValue.map { .number($0) } ?? .string(key.stringValue)
    case let type as Any.Type: return .string(typeName(of: type))
    // JSONEncoder writes a set in random order.
    case let value as any Encodable where !(value is any SetAlgebra): return try? JSON(withEncoder: value)
    case let value as any RawRepresentable: return json(value.rawValue, depth: depth + 1)
    case let object as NSObject where type(of: value) is AnyClass: return leaf(object, depth: depth)
    default: return nil
    }
  }

  /// Returns JSON that a value stores, or nil if it nests too deep for a message.
  private func whole(_ json: JSON, depth: Int) -> JSON? {
    if !json.nests(deeperThan: JSON.resultDepthLimit - depth) { return json }
    isTooDeep = true
    return nil
  }

  /// Returns the values that an enum's case carries. A single unlabeled value stays as it is. Otherwise the result is an
  /// object, with the unlabeled values named `_0`, `_1`, …
  func payload(_ value: Any, depth: Int) -> JSON? {
    let mirror = Mirror(reflecting: value)
    guard mirror.displayStyle == .tuple else { return json(value, depth: depth) }
    if mirror.children.isEmpty { return nil }
    var members: [(String, JSON)] = []
    for (index, child) in mirror.children.enumerated() {
      guard let value = json(child.value, depth: depth + 1) else { continue }
      // The label of an unlabeled element is ".0".
      let label = child.label.flatMap { $0.hasPrefix(".") ? nil : $0 }
      members.append((label ?? "_\(index)", value))
    }
    return .object(members)
  }

  func properties(of value: Any, depth: Int) -> [(String, JSON)] {
    guard let identity = identity(of: value) else { return properties(Mirror(reflecting: value), depth: depth) }
    let isNew = ancestors.insert(identity).inserted
    defer { if isNew { ancestors.remove(identity) } }
    return properties(Mirror(reflecting: value), depth: depth)
  }

  private func properties(_ mirror: Mirror, depth: Int) -> [(String, JSON)] {
    var members = mirror.superclassMirror.map { properties($0, depth: depth) } ?? []
    for (index, child) in mirror.children.enumerated() {
      if let value = json(child.value, depth: depth + 1) { members.append((child.label ?? "_\(index)", value)) }
    }
    return members
  }

  /// Returns a dictionary's pairs as an object, ordered by name.
  func members(_ pairs: [(key: Any, value: Any)], depth: Int) -> JSON {
    let members = pairs.map { key, value in
      let key = json(key, depth: depth + 1)
      return (key?.string ?? key?.text ?? "null", json(value, depth: depth + 1) ?? JSON.null)
    }
    return .object(members.sorted { $0.0 < $1.0 })
  }

  func sorted(_ elements: [JSON]) -> [JSON] { elements.sorted { $0.text < $1.text } }
}

/// Returns the name of the case of a value whose type is known only at run time.
private func openedCaseName(of value: Any) -> String? {
  func open<Value>(_ value: Value) -> String? { caseName(of: value) }
  return _openExistential(value, do: open)
}
