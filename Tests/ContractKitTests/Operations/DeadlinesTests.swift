import Testing

@testable import ContractKit

@Suite("deadlines", .timeLimit(.minutes(1)))
struct DeadlinesTests {
  @Test("an earlier one that is set later comes first, and does not wait for the later one")
  func earlier() async {
    let (deadlines, notes, gate) = (Deadlines(), Notes<String>(), Gate())
    let now = ContinuousClock.now
    let tomorrow = deadlines.add(now + .seconds(86_400)) { notes.add("tomorrow") }
    _ = deadlines.add(now + .milliseconds(40)) {
      notes.add("second")
      gate.open()
    }
    let back = deadlines.add(now + .milliseconds(20)) { notes.add("taken back") }
    _ = deadlines.add(now + .milliseconds(10)) { notes.add("first") }
    deadlines.remove(back)
    await gate.wait()
    #expect(notes.all == ["first", "second"])
    deadlines.remove(tomorrow)
  }

  @Test("a later one that is set later comes too, and one that is set when none is left")
  func later() async {
    let (deadlines, notes, gate, again) = (Deadlines(), Notes<Int>(), Gate(), Gate())
    let now = ContinuousClock.now
    _ = deadlines.add(now + .milliseconds(10)) { notes.add(1) }
    _ = deadlines.add(now + .milliseconds(30)) {
      notes.add(2)
      gate.open()
    }
    await gate.wait()
    #expect(notes.all == [1, 2])
    _ = deadlines.add(.now) { again.open() }
    await again.wait()
  }
}
