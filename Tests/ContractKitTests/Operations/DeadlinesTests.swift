import Testing

@testable import ContractKit

@Suite("Deadlines", .timeLimit(.hang))
struct DeadlinesTests {
  @Test("an earlier deadline that is set later comes first, and does not wait for the later one")
  func earlier() {
    let (time, notes) = (PlayedTime(), Notes<String>())
    let tomorrow = time.deadlines.add(after: .seconds(86_400)) { notes.add("tomorrow") }
    _ = time.deadlines.add(after: .milliseconds(40)) { notes.add("second") }
    let back = time.deadlines.add(after: .milliseconds(20)) { notes.add("removed") }
    _ = time.deadlines.add(after: .milliseconds(10)) { notes.add("first") }
    time.pass(.milliseconds(9))
    #expect(notes.all == [])
    time.pass(.milliseconds(1))
    #expect(notes.all == ["first"])
    time.deadlines.remove(back)
    time.pass(.milliseconds(29))
    #expect(notes.all == ["first"])
    time.pass(.milliseconds(1))
    #expect(notes.all == ["first", "second"])
    time.deadlines.remove(tomorrow)
    time.pass(.seconds(86_400))
    #expect(notes.all == ["first", "second"])
  }

  @Test("a later deadline that is set later also comes, and so does one that is set when none is left")
  func later() {
    let (time, notes) = (PlayedTime(), Notes<Int>())
    _ = time.deadlines.add(after: .milliseconds(10)) { notes.add(1) }
    _ = time.deadlines.add(after: .milliseconds(30)) { notes.add(2) }
    time.pass(.seconds(1))
    #expect(notes.all == [1, 2])
    _ = time.deadlines.add(after: .zero) { notes.add(3) }
    time.pass(.zero)
    #expect(notes.all == [1, 2, 3])
  }

  @Test("in real time, deadlines come by themselves")
  func real() async {
    let gate = Gate()
    _ = Deadlines().add(after: .milliseconds(10)) { gate.open() }
    await gate.wait()
  }
}
