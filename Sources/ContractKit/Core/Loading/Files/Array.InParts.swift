import Foundation
import Synchronization

extension Array where Element: Sendable {
  /// Returns the results of a function for consecutive parts of the array. There is one part for each core (at most 8)
  /// if there are at least 256 elements, otherwise only one.
  ///
  /// Reading two hundred and fifty contracts takes about as long as starting a thread.
  package func inParts<Result: Sendable>(_ body: @escaping @Sendable (ArraySlice<Element>) -> Result) -> [Result] {
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
        try SystemThread.start {
          SystemThread.perform { run(part) }
          group.leave()
        }
      } catch {
        // There is not enough memory for a thread.
        run(part)
        group.leave()
      }
    }
    // This thread runs the first part, because otherwise it would only wait.
    run(0)
    group.wait()
    return results.withLock { $0.compactMap(\.self) }
  }
}
