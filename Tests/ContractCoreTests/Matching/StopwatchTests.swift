import Testing

@testable import ContractCore

@Suite("How long a search keeps its thread busy")
struct StopwatchTests {
  @Test("what others do in the meantime does not count, what the thread does does")
  func busy() {
    var stopwatch = Pattern.Regex.Stopwatch(limit: .milliseconds(50))
    #expect(stopwatch.time == .zero)
    var isOver = false
    // Longer than the limit, in which the thread does next to nothing.
    for _ in 0..<100 {
      pause(0.001)
      isOver = stopwatch.isOver() || isOver
    }
    #expect(!isOver)
    #expect(stopwatch.time < .milliseconds(50))
    while !stopwatch.isOver() {}
    #expect(stopwatch.time >= .milliseconds(50))
  }
}
