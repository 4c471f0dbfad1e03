extension DriverMessage.Line {
  /// Everything that is wrong with a line that is a message, where its reader stops at the first; none for other lines.
  ///
  /// - Parameter bytes: The line, without its end.
  package static func faults(_ bytes: [UInt8]) -> [MessageFault] {
    var diagnostics: [Diagnostic] = []
    guard case .fault(let first, _) = Self(bytes) else { return [] }
    guard let json = JSON.parse(Source(path: "", bytes: bytes), diagnostics: &diagnostics),
      let name = DriverMessage.name(of: json), let message = json[name]
    else { return [first] }
    var list = FaultList()
    list.faults = diagnostics.map { MessageFault("\(name) cannot be read: \($0.message)") }
    list.check(message, named: name)
    return list.faults.isEmpty ? [first] : list.faults
  }
}

/// What is wrong with a message: each member is read by itself, so that one fault does not hide the next.
private struct FaultList {
  var faults: [MessageFault] = []

  private mutating func note<Value>(_ read: @autoclosure () throws(MessageFault) -> Value) {
    do throws(MessageFault) { _ = try read() } catch { faults.append(error) }
  }

  mutating func check(_ message: JSON, named name: String) {
    guard message.object != nil else {
      note(try MessagePart(checking: message, named: name))
      return
    }
    let body = MessagePart(name: name, json: message)
    switch name {
    case "hello": hello(body)
    case "request":
      note(try body.int("id"))
      note(try DriverMessage.n(body))
      note(try body.string("method"))
      note(try body.string("url"))
      note(try body.headers())
      note(try body.bytes())
      note(try body.seconds("timeout"))
      note(try body.strings("unobserved", default: []))
    case "result":
      note(try body.int("id"))
      if let outcome = body.json["outcome"] { self.outcome(outcome) } else { note(try DriverMessage.outcome(body)) }
      note(try body.strings("unobserved", default: []))
      note(try DriverMessage.mistake(body))
    default: note(try body.int("id"))
    }
  }

  private mutating func hello(_ body: MessagePart) {
    note(try body.int("protocol"))
    note(try body.string("driver", default: ""))
    // Another version may mean other members.
    if let version = body.json["protocol"]?.number?.int, version != DriverMessage.protocolVersion { return }
    note(try body.strings("operations"))
    note(try DriverMessage.transports(body))
    note(try DriverMessage.inFlight(body))
    note(try DriverMessage.ahead(body))
  }

  private mutating func outcome(_ outcome: JSON) {
    let names = Outcome.names.filter { outcome[$0] != nil }
    guard names == ["failure"], let failure = outcome["failure"] else {
      note(try Outcome(outcome))
      return
    }
    note(try Outcome.values(outcome))
    self.failure(failure, path: "result.outcome.failure")
  }

  private mutating func failure(_ failure: JSON, path: String) {
    guard failure.object != nil else {
      note(try MessagePart(checking: failure, named: path))
      return
    }
    let body = MessagePart(name: path, json: failure)
    note(try Failure.check(categoryOf: body))
    for name in Failure.texts { note(try body.string(name, default: "")) }
    note(try body.int("code", default: 0))
    if let underlying = body.optional("underlying") { self.failure(underlying, path: "\(path).underlying") }
  }
}
