import Synchronization
import Testing

@testable import ContractKit

@Suite("A call's time in a test process", .timeLimit(.hang))
struct CountdownTests {
  @Test("it ends once")
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

  @Test("stopped, it does not end")
  func stopped() async {
    let deadlines = Deadlines()
    let stopped = Notes<String>()
    let countdown = Countdown(0.5, on: deadlines) { stopped.add("stopped one") }
    countdown.start()
    countdown.stop()
    // Set later and for longer: when this one ends, the other's time is over for sure.
    let ended = Gate()
    Countdown(1, on: deadlines) { ended.open() }.start()
    await ended.wait()
    #expect(stopped.all == [])
  }

  #if compiler(>=6.2)
    @Test("time in which every thread is held does not count")
    func starved() async {
      // In a process of its own: it holds all the threads that Swift runs tasks on.
      await #expect(processExitsWith: .success) {
        let cores = ProcessInfo.processInfo.activeProcessorCount
        let order = Notes<String>()
        let held = DispatchSemaphore(value: 0)
        let ended = DispatchSemaphore(value: 0)
        Countdown(0.1, on: Deadlines()) {
          order.add("ended")
          ended.signal()
        }.start()
        for _ in 0..<cores { Task.detached { hold(held) } }
        // Not on Swift's threads: they are all held.
        DispatchQueue(label: "releases").asyncAfter(deadline: .now() + 1) {
          order.add("let go")
          for _ in 0..<cores { held.signal() }
        }
        await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
          DispatchQueue(label: "waits").async {
            ended.wait()
            continuation.resume()
          }
        }
        #expect(order.all == ["let go", "ended"])
      }
    }
  #endif
}

private func hold(_ semaphore: DispatchSemaphore) { semaphore.wait() }
