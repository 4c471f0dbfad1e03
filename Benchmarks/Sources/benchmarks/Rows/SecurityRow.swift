import ContractCore
import Foundation

extension Row {
  /// Most variations of `security` have two requests to two hosts, as the scenarios that they are compared with.
  static let security = Row(
    name: "security",
    lines: [
      Line(
        work:
          "the redirects and cookies of `security`, one driver with URLSession, one call at a time: time for each variation"
          + " relative to a written redirect to another host",
        wanted: .atMost(1.3, "times")),
      Line(
        work: "the same for `redirect to itself`, which URLSession follows 16 times",
        wanted: .noted("as many requests as the client sends")),
      Line(work: "the same for `cursor again`", wanted: .noted("100 requests until the client is stopped")),
      Line(
        work: "the same for `certificates`",
        wanted: .noted("three drivers start, and each connection begins with a handshake")),
    ]
  ) { scale in
    let contracts = scale.count(100, small: 10)
    let written = try SecurityContracts.run(
      contracts: contracts, named: "written", SecurityContracts.redirect(scenarios: 11))
    let usual = try SecurityContracts.run(
      contracts: contracts, named: "usual",
      SecurityContracts.thing(#"{ "redirects": true, "cookies": true, "except": ["redirect to itself"] }"#))
    let endless = try SecurityContracts.run(
      contracts: contracts, named: "endless",
      SecurityContracts.thing(#"{ "redirects": true, "except": \#(SecurityContracts.redirects) }"#))
    let cursors = try SecurityContracts.run(
      contracts: scale.count(20, small: 2), named: "cursors", SecurityContracts.pages)
    let certificates = try SecurityContracts.run(
      contracts: scale.count(20, small: 2), named: "certificates", SecurityContracts.thing(#"{ "certificates": true }"#)
    )
    let rounds = try await scale.measure(5) {
      (
        written: try written.secondsForEach(), usual: try usual.secondsForEach(), endless: try endless.secondsForEach(),
        cursors: try cursors.secondsForEach(fails: true), certificates: try certificates.secondsForEach()
      )
    }
    return [
      Figure(value: rounds.map { $0.usual / $0.written }.median),
      Figure(value: rounds.map { $0.endless / $0.written }.median),
      Figure(value: rounds.map { $0.cursors / $0.written }.median),
      Figure(value: rounds.map { $0.certificates / $0.written }.median),
    ]
  }

  /// What is watched in every call costs nothing that anybody notices.
  static let watch = Row(
    name: "watch",
    lines: [
      Line(
        work:
          "watching the secrets of a call with one request: time relative to the CPU for a scenario of `scenarios`",
        wanted: .atMost(0.03, "times")),
      Line(
        work: "the same for a call with two requests to two hosts, relative to one of `security`",
        wanted: .atMost(0.03, "times")),
    ]
  ) { scale in
    let scenarios = try ScenariosRun(scenarios: scale.count(10_000, small: 200))
    let written = try SecurityContracts.run(
      contracts: scale.count(100, small: 10), named: "watched", SecurityContracts.redirect(scenarios: 11))
    let (one, two) = (try WatchedCall(hosts: 1), try WatchedCall(hosts: 2))
    let rounds = try await scale.measure(5) {
      (
        one: one.seconds(), two: two.seconds(),
        memory: try scenarios.run().usage.cpu / Double(scenarios.scenarios), loopback: try written.secondsForEach()
      )
    }
    return [rounds.map { $0.one / $0.memory }.median, rounds.map { $0.two / $0.loopback }.median].map { share in
      Figure(value: share, text: "\((share * 100).text(1)) %")
    }
  }
}

/// Generated contracts whose clients could be unsafe.
private enum SecurityContracts {
  /// All redirects but that to itself.
  static let redirects = """
    [
      "redirect 301 to another host", "redirect 302 to another host", "redirect 303 to another host",
      "redirect 307 to another host", "redirect 308 to another host", "redirect to file:", "redirect to data:",
      "redirect with an encoded line break", "redirect with a line break"
    ]
    """

  /// Returns the members of a contract whose scenarios have a redirect to another host.
  static func redirect(scenarios: Int) -> String {
    let list = (0..<scenarios).map { number in
      #"""
      { "name": "\#(number)", "expect": { "success": { "n": 1 } }, "exchanges": [
        { "request": { "method": "GET", "path": "/thing" },
          "response": { "kind": "statusError", "status": 302, "headers": { "Location": "{{baseURL.files}}/moved" } } },
        { "request": { "base": "files", "method": "GET", "path": "/moved" },
          "response": { "kind": "valid", "body": { "json": { "n": 1 } } } }
      ] }
      """#
    }
    return #""operation": "thing", "baseURLs": { "files": "http://files.example.com" }, "#
      + #""scenarios": [\#(list.joined(separator: ","))]"#
  }

  /// Returns the members of a contract with one scenario and its `security`.
  static func thing(_ security: String) -> String {
    #"""
    "operation": "thing", "variations": {"security": \#(security)}, "request": { "method": "GET", "path": "/thing" }, "scenarios": [
      { "name": "thing", "response": { "kind": "valid", "body": { "json": { "n": 1 } } }, "expect": { "success": { "n": 1 } } }
    ]
    """#
  }

  /// The members of a contract whose client asks for pages.
  static let pages = #"""
    "operation": "things", "variations": { "security": { "cursors": true } }, "scenarios": [
      { "name": "things", "expect": { "success": [1, 2] }, "exchanges": [
        { "request": { "method": "GET", "path": "/things", "query": { "page": "1" } },
          "response": { "kind": "valid", "body": { "json": { "items": [1], "next": "b" } } } },
        { "request": { "method": "GET", "path": "/things", "query": { "page": "b" } },
          "response": { "kind": "valid", "body": { "json": { "items": [2] } } } }
      ] }
    ]
    """#

  /// Makes a run of contracts with some members on loopback.
  static func run(contracts: Int, named name: String, _ members: String) throws -> CallsRun {
    let specs = try GeneratedContracts.write(contracts, in: "specs-security-\(name)") { number in
      #"{ "contract": 1, "endpoint": "thing \#(number)", "baseURL": "http://api.example.com", \#(members) }"#
    }
    return try CallsRun(specs, on: "loopback")
  }
}

/// A call that has ended, in which secrets are watched.
private struct WatchedCall {
  private let script: Script

  init(hosts: Int) throws {
    let contract = try Self.contract(hosts: hosts)
    script = Script(contract.scenarios[0], of: contract, transport: .memory)
    for (number, exchange) in contract.scenarios[0].exchanges.enumerated() {
      guard let shape = exchange.request, let base = contract.addresses[shape.base?.value] else { continue }
      let headers = Headers([Headers.Line("X-Api-Key", "key-\(number)-1234567890"), Headers.Line("Accept", "*/*")])
      _ = script.reply(
        to: CapturedRequest(method: "GET", url: base.text + shape.path.value, headers: headers, body: nil))
    }
    if !script.watched().isEmpty { throw Wrong("a call without a leak has one") }
  }

  private static func contract(hosts: Int) throws -> Contract {
    let folder = try Scratch.folder("specs-watched-\(hosts)")
    let text = hosts == 1 ? SecurityContracts.thing("false") : SecurityContracts.redirect(scenarios: 1)
    try Data(#"{ "contract": 1, "endpoint": "watched", "baseURL": "http://api.example.com", \#(text) }"#.utf8)
      .write(to: URL(fileURLWithPath: folder + "/watched.contract.json"))
    guard let contract = ContractSet.load([folder]).contracts.first else { throw Wrong("no contract") }
    return contract
  }

  /// Returns the seconds that watching takes.
  func seconds() -> Double {
    let times = 20_000
    let begin = ContinuousClock.now
    for _ in 0..<times { _ = script.watched() }
    return (ContinuousClock.now - begin) / .seconds(1) / Double(times)
  }
}
