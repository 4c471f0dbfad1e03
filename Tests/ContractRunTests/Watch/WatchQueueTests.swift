import Testing

@testable import contract_run

@Suite("watch: what runs, and when")
struct WatchQueueTests {
  @Test("nothing begins while files still change, or while a run goes on")
  func waiting() {
    var queue = WatchQueue()
    #expect(queue.next(isQuiet: true) == nil)
    queue.add(WatchWork(scenarios: .all))
    #expect(queue.next(isQuiet: false) == nil)
    #expect(queue.next(isQuiet: true) == .init(scenarios: .all, builds: true))
    #expect(queue.isRunning)
    queue.add(WatchWork(scenarios: .contracts(["a"])))
    #expect(queue.next(isQuiet: true) == nil)
    queue.ended(.built)
    #expect(queue.next(isQuiet: true) == .init(scenarios: .contracts(["a"]), builds: false))
  }

  @Test("a hundred changes are one run of what they affect together")
  func many() {
    var queue = WatchQueue()
    for number in 1...100 { queue.add(WatchWork(scenarios: .contracts(["\(number % 3)"]))) }
    #expect(queue.next(isQuiet: true) == .init(scenarios: .contracts(["0", "1", "2"]), builds: true))
    queue.ended(.built)
    #expect(queue.next(isQuiet: true) == nil)
  }

  @Test("work that cannot be said together is a run of everything, and a build is never forgotten")
  func union() {
    let work: [WatchWork] = [
      .init(scenarios: .all), .init(scenarios: .failed), .init(scenarios: .contracts(["a"])),
      .init(scenarios: .contracts(["b"]), builds: true),
    ]
    for one in work {
      for other in work {
        var sum = one
        sum.add(other)
        #expect(sum.builds == (one.builds || other.builds))
        switch (one.scenarios, other.scenarios) {
        case (.failed, .failed): #expect(sum.scenarios == .failed)
        case (.contracts(let a), .contracts(let b)): #expect(sum.scenarios == .contracts(a.union(b)))
        default: #expect(sum.scenarios == .all)
        }
      }
    }
  }

  @Test("drivers are built first, after each change of a source, and until a run of everything has built them")
  func builds() {
    var queue = WatchQueue()
    func next(_ scenarios: WatchWork.Scenarios, builds: Bool = false, _ end: WatchQueue.End) -> Bool? {
      queue.add(WatchWork(scenarios: scenarios, builds: builds))
      let run = queue.next(isQuiet: true)
      queue.ended(end)
      return run?.builds
    }
    #expect(next(.all, .withVerdicts) == true)
    #expect(next(.all, .built) == true)
    #expect(next(.contracts(["a"]), .built) == false)
    #expect(next(.all, builds: true, .withVerdicts) == true)
    // The build that failed may be that of another client.
    #expect(next(.contracts(["a"]), .built) == true)
    #expect(next(.failed, .built) == true)
    #expect(next(.all, .built) == true)
    #expect(next(.failed, .built) == false)
  }

  @Test("what ran without verdicts runs again with the next work that has a part of it")
  func owed() {
    var queue = WatchQueue()
    func next(_ scenarios: WatchWork.Scenarios, _ end: WatchQueue.End = .built) -> WatchWork.Scenarios? {
      queue.add(WatchWork(scenarios: scenarios))
      let run = queue.next(isQuiet: true)
      queue.ended(end)
      return run?.scenarios
    }
    #expect(next(.all, .withoutVerdicts) == .all)
    #expect(next(.contracts(["a"]), .withoutVerdicts) == .all)
    #expect(next(.contracts(["a"])) == .all)
    #expect(next(.contracts(["a"])) == .contracts(["a"]))
    #expect(next(.contracts(["a", "b"]), .withoutVerdicts) == .contracts(["a", "b"]))
    #expect(next(.contracts(["c"])) == .contracts(["c"]))
    #expect(next(.contracts(["a"])) == .contracts(["a", "b"]))
    #expect(queue.next(isQuiet: true) == nil)
  }

  @Test("a filter stays until it is emptied, and the same can run again")
  func filter() {
    var queue = WatchQueue()
    queue.add(WatchWork(scenarios: .all))
    #expect(queue.next(isQuiet: true) == .init(scenarios: .all, builds: true))
    queue.ended(.built)
    queue.choose("token")
    #expect(queue.next(isQuiet: true) == .init(scenarios: .all, builds: false, filter: "token"))
    queue.ended(.built)
    queue.add(WatchWork(scenarios: .contracts(["a"])))
    #expect(queue.next(isQuiet: true) == .init(scenarios: .contracts(["a"]), builds: false, filter: "token"))
    queue.ended(.built)
    queue.again()
    #expect(queue.next(isQuiet: true) == .init(scenarios: .contracts(["a"]), builds: false, filter: "token"))
    queue.ended(.built)
    queue.choose("")
    #expect(queue.next(isQuiet: true) == .init(scenarios: .all, builds: false))
  }
}

@Suite("watch: keys")
struct WatchKeysTests {
  @Test(
    "keys are commands",
    arguments: [
      ("a", [.all]), ("f", [.failed]), ("r\n\r", [.again, .again, .again]), ("q", [.quit]), ("h?", [.help, .help]),
      ("x Z\u{7F}\u{1B}", []), ("\u{1B}[A\u{1B}OBa", [.all]), ("\u{1B}[1;5Ca", [.all]), ("ä", []),
      ("tabc\n", [.filter("abc")]), ("/\n", [.filter("")]), ("tqfa\na", [.filter("qfa"), .all]),
      ("tab\u{7F}\u{7F}c\r", [.filter("c")]), ("tgärb👨‍👩‍👧\u{7F}\n", [.filter("gärb")]), ("t\u{7F}\n", [.filter("")]),
      ("tab\u{15}c\n", [.filter("c")]), ("tab\u{1B}q", [.quit]), ("tab\u{1B}[Dc\n", [.filter("abc")]),
    ] as [(String, [WatchKeys.Command])])
  func commands(_ typed: String, _ commands: [WatchKeys.Command]) {
    var whole = WatchKeys()
    #expect(whole.consume(Array(typed.utf8)) == commands)
    #expect(whole.typed == nil)
  }

  @Test("a character may arrive in parts")
  func parts() {
    var keys = WatchKeys()
    let bytes = Array("tgärb\n".utf8)
    #expect(bytes.flatMap { keys.consume([$0]) } == [.filter("gärb")])
  }
}
