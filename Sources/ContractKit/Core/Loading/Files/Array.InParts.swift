import Foundation
import Synchronization

extension Array where Element: Sendable {
  /// What a body makes of parts of the array that follow each other: of one for each core where there are many elements.
  ///
  /// Two hundred and fifty contracts take about as long as a thread takes to begin.
  func inParts<Result: Sendable>(_ body: @escaping @Sendable (ArraySlice<Element>) -> Result) -> [Result] {
    let parts = count < 256 ? 1 : Swift.min(ProcessInfo.processInfo.activeProcessorCount, 8)
    if parts == 1 { return [body(self[...])] }
    let results = Mutex([Result?](repeating: nil, count: parts))
    let group = DispatchGroup()
    @Sendable func run(_ part: Int) {
      let result = body(self[(count * part / parts)..<(count * (part + 1) / parts)])
      results.withLock { $0[part] = result }
    }
    for part in 1..<parts {
      group.enter()
      do throws(SystemThread.Failure) {
        try SystemThread {
          SystemThread.perform { run(part) }
          group.leave()
        }.detach()
      } catch {
        // There is no memory for a thread.
        run(part)
        group.leave()
      }
    }
    // This thread would only wait.
    run(0)
    group.wait()
    return results.withLock { $0.compactMap(\.self) }
  }
}
