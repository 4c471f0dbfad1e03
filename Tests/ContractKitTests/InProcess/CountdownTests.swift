import Foundation
import Synchronization
import Testing

@testable import ContractKit
@testable import ContractTesting

@Suite("The time limit of a call in a test process", .timeLimit(.hang))
struct CountdownTests {
  @Test("a countdown ends once")
  func ends() async {
    let ends = Notes<Int>()
    let ended = Gate()
    let countdown = Countdown(0.05, on: Deadlines()) {
      ends.add(1)
      ended.open()
    }
    countdown.start()
    await ended.wait()
    countdown.stop()
    #expect(ends.all == [1])
  }

  @Test("a stopped countdown does not end")
  func stopped() async {
    let time = PlayedTime()
    let (stopped, ended) = (Notes<String>(), Notes<String>())
    let countdown = Countdown(1, on: time.deadlines) { stopped.add("stopped one") }
    countdown.start()
    countdown.stop()
    // When this countdown ends, a hundred times the other countdown's time has passed.
    Countdown(100, on: time.deadlines) { ended.add("other one") }.start()
    while ended.all.isEmpty {
      time.pass(.milliseconds(100))
      await Task.yield()
    }
    #expect(stopped.all == [])
  }

  #if compiler(>=6.2)
    @Test("time during which every thread is blocked does not count")
    func starved() async {
      // This test blocks all threads on which Swift runs tasks, so it needs its own process.
      await #expect(processExitsWith: .success) {
        let cores = ProcessInfo.processInfo.activeProcessorCount
        let (time, order) = (PlayedTime(), Notes<String>())
        let (holds, release) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
          // Swift's threads are all blocked, so this needs a queue.
          DispatchQueue(label: "passes time").async {
            for _ in 0..<cores { Task.detached { hold(holds, until: release) } }
            for _ in 0..<cores { holds.wait() }
            Countdown(1, on: time.deadlines) { order.add("ended") }.start()
            for _ in 0..<1000 { time.pass(.seconds(1)) }
            order.add("released")
            for _ in 0..<cores { release.signal() }
            while order.all.count < 2 {
              time.pass(.milliseconds(100))
              sched_yield()
            }
            continuation.resume()
          }
        }
        #expect(order.all == ["released", "ended"])
      }
    }
  #endif
}

private func hold(_ holds: DispatchSemaphore, until release: DispatchSemaphore) {
  holds.signal()
  release.wait()
}
