@testable import ContractCore

extension [UInt8] {
  /// Changes the bytes at a random place: removes some, repeats some, or puts a byte or one of some texts there.
  mutating func mutate(with pieces: [String], using numbers: inout SeededNumbers) {
    let at = Int.random(in: 0...count, using: &numbers)
    let end = Swift.min(count, at + Int.random(in: 0..<12, using: &numbers))
    switch Int.random(in: 0..<6, using: &numbers) {
    case 0: removeSubrange(at..<end)
    case 1: insert(UInt8.random(in: 0...255, using: &numbers), at: at)
    case 2: if at < count { self[at] = UInt8.random(in: 0...255, using: &numbers) }
    case 3: insert(contentsOf: self[at..<end], at: at)
    case 4: insert(contentsOf: (pieces.randomElement(using: &numbers) ?? "").utf8, at: at)
    default: removeSubrange(at...)
    }
  }
}
