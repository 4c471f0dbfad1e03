import ContractCore
import TestSupport
import Testing

@testable import contract_run

@Suite("watch: files that runs themselves change")
struct ChangesByRunsTests {
  /// Notes a run that changes files, and returns whether one of them is a reason for another run.
  private func run(_ changes: inout ChangesByRuns, changing paths: [String]) -> Bool {
    let runs = paths.isEmpty ? false : changes.add(paths).runs
    changes.ended()
    return runs
  }

  @Test("a file that five runs in a row change does not cause another run, and is named once")
  func loop() {
    var changes = ChangesByRuns()
    for _ in 1...4 {
      let runs = run(&changes, changing: ["log"])
      #expect(runs)
    }
    #expect(changes.add(["log"]) == (false, ["log"]))
    #expect(changes.add(["log"]) == (false, []))
    changes.ended()
    // What a person changes during a run is a reason.
    #expect(changes.add(["log", "a.swift"]) == (true, []))
    changes.ended()
    // A run of another contract may leave the log as it is.
    #expect(!run(&changes, changing: []))
    #expect(!run(&changes, changing: ["log"]))
  }

  @Test("a file that only some runs change, and one that changes while nothing runs, are a person's")
  func person() {
    var changes = ChangesByRuns()
    for number in 1...20 {
      let paths = number.isMultiple(of: 4) ? [] : ["a.swift"]
      let runs = run(&changes, changing: paths)
      #expect(runs == !paths.isEmpty)
    }
    for _ in 1...5 { _ = run(&changes, changing: ["log"]) }
    changes.addByOthers(["log"])
    let runs = run(&changes, changing: ["log"])
    #expect(runs)
  }

  @Test("the note names the files")
  func text() {
    expectText(
      WatchText.changedByRuns(["a.log", "b.log"]).string,
      is: "note: every run changes a.log, b.log, so --watch does not run again because of it; add it to .gitignore")
    expectText(WatchText.changed(["a", "b", "c", "d", "e"]).string, is: "changed: a, b, c and 2 more")
  }
}
