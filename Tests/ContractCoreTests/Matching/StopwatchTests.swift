import Testing

@testable import ContractCore

@Suite("The time for which a search keeps its thread busy")
struct StopwatchTests {
  @Test("only the thread's own work counts, and not that of other threads")
  func busy() {
    var stopwatch = Pattern.Regex.Stopwatch(limit: .milliseconds(50))
    #expect(stopwatch.time == .zero)
    var isOver = false
    // This takes longer than the limit, but the thread does almost nothing.
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
