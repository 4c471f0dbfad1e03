/// The alignment of two sequences: which elements belong together, in order. It is a longest
/// common subsequence, or nearly one.
package enum SequenceAlignment {
  /// The approximate limit of steps for a shortest edit: the elements of both sequences times the edits.
  private static let editLimit = 16_000_000

  /// Returns the pairs of equal elements.
  ///
  /// The result is exact if no element repeats or if few differ. Otherwise the nth repetition is paired with the nth.
  package static func pairs(_ a: [Int], _ b: [Int]) -> [(Int, Int)] {
    trimmed(a.count, b.count, isSame: { a[$0] == b[$1] }) { left, right in
      let occurrences = Occurrences(a[left], b[right])
      let increasing = occurrences.increasing
      let size = left.count + right.count
      // The shortest edit is not longer than the edit that keeps these pairs.
      if occurrences.areUnique || (size - 2 * increasing.count) * size > editLimit { return increasing }
      return shortestEdit(left, right) { a[$0] == b[$1] }
    } ?? []
  }

  /// Returns the pairs for which `isSame` is true; nil if so many elements differ that the search would take too long.
  ///
  /// - Parameter limit: The largest number of calls of `isSame`.
  package static func pairs(_ a: Int, _ b: Int, limit: Int, isSame: (Int, Int) -> Bool) -> [(Int, Int)]? {
    trimmed(a, b, isSame: isSame) { left, right in
      let size = left.count + right.count
      if left.isEmpty || right.isEmpty { return [] }
      if size * size > editLimit { return nil }
      var asked = 0
      // `difference` cannot be stopped. Once the limit is reached, its result is not used.
      let pairs = shortestEdit(left, right) {
        asked += 1
        return asked <= limit && isSame($0, $1)
      }
      return asked <= limit ? pairs : nil
    }
  }

  /// Returns the stretches before, between and after pairs. One side of a stretch may be empty.
  ///
  /// - Parameters:
  ///   - a: The number of elements on the first side.
  ///   - b: The number of elements on the second side.
  package static func gaps(_ pairs: [(Int, Int)], _ a: Int, _ b: Int) -> [(Range<Int>, Range<Int>)] {
    var gaps: [(Range<Int>, Range<Int>)] = []
    var (left, right) = (0, 0)
    for (index, other) in pairs + [(a, b)] {
      if index > left || other > right { gaps.append((left..<index, right..<other)) }
      (left, right) = (index + 1, other + 1)
    }
    return gaps
  }

  /// Returns the pairs at both ends, and between them the pairs that `middle` returns.
  private static func trimmed(
    _ a: Int, _ b: Int, isSame: (Int, Int) -> Bool, middle: (Range<Int>, Range<Int>) -> [(Int, Int)]?
  ) -> [(Int, Int)]? {
    let shorter = min(a, b)
    var head = 0
    while head < shorter, isSame(head, head) { head += 1 }
    var tail = 0
    while tail < shorter - head, isSame(a - 1 - tail, b - 1 - tail) { tail += 1 }
    guard let inner = middle(head..<a - tail, head..<b - tail) else { return nil }
    return (0..<head).map { ($0, $0) } + inner + (0..<tail).reversed().map { (a - 1 - $0, b - 1 - $0) }
  }

  /// Returns the pairs that a shortest edit keeps.
  private static func shortestEdit(_ a: Range<Int>, _ b: Range<Int>, isSame: (Int, Int) -> Bool) -> [(Int, Int)] {
    var (removed, inserted): (Set<Int>, Set<Int>) = ([], [])
    for change in b.difference(from: a, by: isSame) {
      switch change {
      case .remove(_, let element, _): removed.insert(element)
      case .insert(_, let element, _): inserted.insert(element)
      }
    }
    return Array(zip(a.lazy.filter { !removed.contains($0) }, b.lazy.filter { !inserted.contains($0) }))
  }

  /// Returns the pairs, in order on both sides, with the largest sum of weights. Pairs of weight 0 are left out.
  package static func heaviest(_ weights: [[Int]]) -> [(Int, Int)] {
    let (rows, columns) = (weights.count, weights.first?.count ?? 0)
    // The largest sum that is possible from each place on.
    var best = [[Int]](repeating: [Int](repeating: 0, count: columns + 1), count: rows + 1)
    for row in (0..<rows).reversed() {
      for column in (0..<columns).reversed() {
        let paired = weights[row][column] > 0 ? weights[row][column] + best[row + 1][column + 1] : 0
        best[row][column] = max(paired, best[row + 1][column], best[row][column + 1])
      }
    }
    var pairs: [(Int, Int)] = []
    var (row, column) = (0, 0)
    while row < rows, column < columns {
      let weight = weights[row][column]
      if weight > 0, best[row][column] == weight + best[row + 1][column + 1] {
        pairs.append((row, column))
        (row, column) = (row + 1, column + 1)
      } else if best[row][column] == best[row + 1][column] {
        row += 1
      } else {
        column += 1
      }
    }
    return pairs
  }
}

/// The equal elements of two sequences: the first occurrence in one is paired with the first in the other, the
/// second with the second, and so on.
private struct Occurrences {
  /// The pairs in the order of the first sequence.
  private var pairs: [(Int, Int)] = []
  /// Whether no element that both sequences have repeats.
  private(set) var areUnique = true

  init(_ a: ArraySlice<Int>, _ b: ArraySlice<Int>) {
    var indexes: [Int: [Int]] = [:]
    for index in b.indices.reversed() { indexes[b[index], default: []].append(index) }
    var seen: Set<Int> = []
    for index in a.indices {
      if !seen.insert(a[index]).inserted, indexes[a[index]] != nil { areUnique = false }
      // Nothing else may hold a reference to the list when its last element is removed, or each removal would copy it.
      let count = indexes[a[index]]?.count ?? 0
      if count > 1 { areUnique = false }
      if count > 0, let match = indexes[a[index]]?.popLast() { pairs.append((index, match)) }
    }
  }

  /// The longest sequence of pairs that is in order on both sides (patience sorting).
  var increasing: [(Int, Int)] {
    var piles: [Int] = []
    var before = [Int?](repeating: nil, count: pairs.count)
    for index in pairs.indices {
      let pile = piles.upperBound(of: pairs[index].1) { pairs[$0].1 }
      before[index] = pile > 0 ? piles[pile - 1] : nil
      if pile == piles.count { piles.append(index) } else { piles[pile] = index }
    }
    var run: [(Int, Int)] = []
    var next = piles.last
    while let index = next {
      run.append(pairs[index])
      next = before[index]
    }
    return run.reversed()
  }
}

/// Values with numbers from 0, in the order in which they occur first.
@usableFromInline package struct Numbering<Value: Hashable> {
  @usableFromInline package var all: [Value] = []
  @usableFromInline var numbers: [Value: Int] = [:]

  @inlinable package init() {}

  /// Returns the number of a value, which is added if it is new.
  @inlinable package mutating func number(of value: Value) -> Int {
    if let number = numbers[value] { return number }
    numbers[value] = all.count
    all.append(value)
    return all.count - 1
  }
}
