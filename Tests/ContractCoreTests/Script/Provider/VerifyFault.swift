@testable import ContractCore
@testable import TestSupport

/// One fault of a client: what it sends in place of a request.
enum VerifyFault: String, CaseIterable, Sendable {
  case queryMissing, queryAdded, queryChanged
  case path, parameter, method, base
  case headerMissing, headerChanged, headerAdded, authorization, contentType
  case bodyMissing, bodyAdded, memberMissing, memberAdded, memberChanged
  /// The same request once more.
  case again
  /// The request of a later exchange first.
  case later
  /// Another request first.
  case other

  /// Whether the faulty client sends the right request before the wrong one.
  var isAfterwards: Bool { self == .again }

  /// Returns what is sent in place of a request; nil if the request cannot have the fault.
  ///
  /// - Parameters:
  ///   - later: The client's next request.
  ///   - flow: What the contract allows.
  func applied(
    to request: SentRequest, later: SentRequest?, _ flow: VerifyFlow, _ numbers: inout SeededNumbers
  ) -> [SentRequest]? {
    if flow.allowed.contains(self) { return nil }
    // No contract and no server has this text.
    let text = "zq\(Int.random(in: 0..<1_000_000, using: &numbers))"
    var changed = request
    switch self {
    case .queryMissing:
      guard let item = request.query.filter({ !flow.added.contains($0.name) }).randomElement(using: &numbers) else {
        return nil
      }
      changed.query.removeAll { $0.name == item.name }
    case .queryAdded: changed.query.append((text, Bool.random(using: &numbers) ? "1" : ""))
    case .queryChanged:
      let own = request.query.indices.filter { !flow.added.contains(request.query[$0].name) }
      guard let index = own.randomElement(using: &numbers) else { return nil }
      changed.query[index].value = Bool.random(using: &numbers) ? text : ""
    case .path:
      switch Int.random(in: 0..<3, using: &numbers) {
      case 0: changed.path.append(text)
      case 1: changed.path.removeLast()
      default: changed.path.insert(text, at: 0)
      }
    case .parameter: changed.path[changed.path.count - 1] += text
    case .method:
      let others = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"].filter { $0 != request.method }
      changed.method = others.randomElement(using: &numbers) ?? ""
    case .base: changed.base = Bool.random(using: &numbers) ? "http://127.0.0.1:10/v1" : "http://127.0.0.1:9/v9"
    case .headerMissing:
      guard let index = request.headers.indices.randomElement(using: &numbers) else { return nil }
      changed.headers.remove(at: index)
    case .headerChanged:
      let own = request.headers.indices.filter {
        !["Authorization", "Content-Type"].contains(request.headers[$0].name)
      }
      guard let index = own.randomElement(using: &numbers) else { return nil }
      changed.headers[index].value += text
    case .headerAdded:
      if !flow.contract.contains("otherHeaders") { return nil }
      changed.headers.append(("X-\(text)", "1"))
    case .authorization:
      guard let index = request.headers.firstIndex(where: { $0.name == "Authorization" }) else { return nil }
      changed.headers[index].value = Bool.random(using: &numbers) ? "Bearer \(text)" : ""
    case .contentType:
      guard let index = request.headers.firstIndex(where: { $0.name == "Content-Type" }) else { return nil }
      changed.headers[index].value = ["text/html", "application/cbor", ""].randomElement(using: &numbers) ?? ""
    case .bodyMissing:
      if request.body == nil { return nil }
      changed.body = nil
    case .bodyAdded:
      if request.body != nil { return nil }
      changed.body = .json(.object([(text, JSON.number(1))]))
    case .memberMissing, .memberAdded, .memberChanged:
      guard let body = request.body, let other = Self.changed(body, self, text, flow, &numbers) else { return nil }
      changed.body = other
    case .again: return [request, request]
    case .later: return later.map { [$0, request] }
    case .other: return [SentRequest(["GET", "DELETE"].randomElement(using: &numbers) ?? "", "/\(text)"), request]
    }
    return [changed]
  }

  private static func changed(
    _ body: SentRequest.Body, _ fault: VerifyFault, _ text: String, _ flow: VerifyFlow,
    _ numbers: inout SeededNumbers
  ) -> SentRequest.Body? {
    switch body {
    case .json(let json): return changed(json, fault, text, flow, &numbers).map { .json($0) }
    case .text(let all):
      if fault != .memberChanged { return nil }
      return .text(Bool.random(using: &numbers) ? all + text : "")
    case .form(var fields):
      let own = fields.indices.filter { !flow.added.contains(fields[$0].name) }
      guard let index = own.randomElement(using: &numbers) else { return nil }
      switch fault {
      case .memberMissing: fields.remove(at: index)
      case .memberAdded: fields.append((text, "1"))
      default: fields[index].value = text
      }
      return .form(fields)
    }
  }

  /// Returns a value with the fault in it, or in one of the values inside.
  private static func changed(
    _ json: JSON, _ fault: VerifyFault, _ text: String, _ flow: VerifyFlow, _ numbers: inout SeededNumbers
  ) -> JSON? {
    let children = json.children
    let own = children.indices.filter { !flow.added.contains(children[$0].name) }
    let index = own.randomElement(using: &numbers)
    let isFree = index.map { flow.free.contains(children[$0].name) } == true
    let isHere =
      isFree || index.map { children[$0].value.isScalar } ?? true || Int.random(in: 0..<3, using: &numbers) == 0
    if fault == .memberAdded, json.isObject, isHere {
      let more: [(String, JSON)] = [(text, 1)]
      return .object(json.members.map { ($0.name, $0.value) } + more)
    }
    guard let index else {
      if fault != .memberChanged || !json.isScalar { return nil }
      return json.number?.int.map { .number($0 + 100_003) } ?? .string(text)
    }
    if fault == .memberMissing, json.isObject, isHere {
      return .object(json.members.enumerated().filter { $0.offset != index }.map { ($1.name, $1.value) })
    }
    guard !isFree, let value = changed(children[index].value, fault, text, flow, &numbers) else { return nil }
    if json.isArray { return .array(json.elements.enumerated().map { $0 == index ? value : $1 }) }
    return .object(json.members.enumerated().map { ($1.name, $0 == index ? value : $1.value) })
  }
}
