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
    queue.ended(isBuilt: true)
    #expect(queue.next(isQuiet: true) == .init(scenarios: .contracts(["a"]), builds: false))
  }

  @Test("a hundred changes are one run of what they affect together")
  func many() {
    var queue = WatchQueue()
    for number in 1...100 { queue.add(WatchWork(scenarios: .contracts(["\(number % 3)"]))) }
    #expect(queue.next(isQuiet: true) == .init(scenarios: .contracts(["0", "1", "2"]), builds: true))
    queue.ended(isBuilt: true)
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

  @Test("drivers are built first, after each change of a source, and again if a build may have failed")
  func builds() {
    var queue = WatchQueue()
    func next(_ scenarios: WatchWork.Scenarios, builds: Bool = false, isBuilt: Bool) -> Bool? {
      queue.add(WatchWork(scenarios: scenarios, builds: builds))
      let run = queue.next(isQuiet: true)
      queue.ended(isBuilt: isBuilt)
      return run?.builds
    }
    #expect(next(.all, isBuilt: false) == true)
    #expect(next(.all, isBuilt: true) == true)
    #expect(next(.contracts(["a"]), isBuilt: true) == false)
    #expect(next(.all, builds: true, isBuilt: false) == true)
    #expect(next(.contracts(["a"]), isBuilt: true) == true)
    #expect(next(.failed, isBuilt: true) == false)
  }

  @Test("a filter stays until it is emptied, and the same can run again")
  func filter() {
    var queue = WatchQueue()
    queue.choose("token")
    #expect(queue.next(isQuiet: true) == .init(scenarios: .all, builds: true, filter: "token"))
    queue.ended(isBuilt: true)
    queue.add(WatchWork(scenarios: .contracts(["a"])))
    #expect(queue.next(isQuiet: true) == .init(scenarios: .contracts(["a"]), builds: false, filter: "token"))
    queue.ended(isBuilt: true)
    queue.again()
    #expect(queue.next(isQuiet: true) == .init(scenarios: .contracts(["a"]), builds: false, filter: "token"))
    queue.ended(isBuilt: true)
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
    #expect(whole.take(Array(typed.utf8)) == commands)
    #expect(whole.typed == nil)
  }

  @Test("a character may arrive in parts")
  func parts() {
    var keys = WatchKeys()
    let bytes = Array("tgärb\n".utf8)
    #expect(bytes.flatMap { keys.take([$0]) } == [.filter("gärb")])
  }
}
