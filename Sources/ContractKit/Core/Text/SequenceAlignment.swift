/// Which elements of two sequences belong together, in order: a longest common subsequence, or nearly one.
enum SequenceAlignment {
  /// How many deletions and insertions are looked for; the work grows with their square.
  private static let editLimit = 400

  /// The pairs of equal elements.
  ///
  /// Exact where no element comes twice or few differ; else each repetition belongs to the one of the same number.
  static func pairs(_ a: [Int], _ b: [Int]) -> [(Int, Int)] {
    trimmed(a.count, b.count, isSame: { a[$0] == b[$1] }) { left, right in
      let occurrences = Occurrences(a[left], b[right])
      if occurrences.areUnique { return occurrences.increasing }
      let exact = shortestEdit(left.count, right.count, limit: .max) {
        a[left.lowerBound + $0] == b[right.lowerBound + $1]
      }
      return exact?.map { ($0 + left.lowerBound, $1 + right.lowerBound) } ?? occurrences.increasing
    } ?? []
  }

  /// The pairs for which `isSame` says so; nil where there are so many differences that asking would take too long.
  ///
  /// - Parameter limit: How many times it is asked, about.
  static func pairs(_ a: Int, _ b: Int, limit: Int, isSame: (Int, Int) -> Bool) -> [(Int, Int)]? {
    trimmed(a, b, isSame: isSame) { left, right in
      if left.isEmpty || right.isEmpty { return [] }
      return shortestEdit(left.count, right.count, limit: limit) {
        isSame(left.lowerBound + $0, right.lowerBound + $1)
      }?.map { ($0 + left.lowerBound, $1 + right.lowerBound) }
    }
  }

  /// The pairs at both ends, and between them those of the middle.
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

  /// The pairs that a shortest edit script keeps (Myers, "An O(ND) Difference Algorithm and Its Variations", 1986); nil
  /// where it is too long.
  private static func shortestEdit(
    _ n: Int, _ m: Int, limit: Int, isSame: (Int, Int) -> Bool
  ) -> [(Int, Int)]? {
    let most = min(n + m, editLimit)
    var furthest = [Int](repeating: 0, count: 2 * most + 2)
    var trace: [ArraySlice<Int>] = []
    var asked = 0
    for edits in 0...most {
      trace.append(furthest[(most - edits)...(most + edits)])
      for diagonal in stride(from: -edits, through: edits, by: 2) {
        let at = most + diagonal
        let goesDown = diagonal == -edits || diagonal != edits && furthest[at - 1] < furthest[at + 1]
        var x = goesDown ? furthest[at + 1] : furthest[at - 1] + 1
        while x < n, x - diagonal < m {
          asked += 1
          if asked > limit { return nil }
          if !isSame(x, x - diagonal) { break }
          x += 1
        }
        furthest[at] = x
        if x >= n, x - diagonal >= m { return kept(n, m, trace, most) }
      }
    }
    return nil
  }

  /// Goes back from the end to the beginning along what was reached.
  private static func kept(_ n: Int, _ m: Int, _ trace: [ArraySlice<Int>], _ middle: Int) -> [(Int, Int)] {
    var pairs: [(Int, Int)] = []
    var (x, y) = (n, m)
    for edits in trace.indices.reversed() {
      let furthest = trace[edits]
      let diagonal = x - y
      var (beforeX, beforeY) = (0, 0)
      if edits > 0 {
        let at = middle + diagonal
        let wentDown = diagonal == -edits || diagonal != edits && furthest[at - 1] < furthest[at + 1]
        beforeX = wentDown ? furthest[at + 1] : furthest[at - 1]
        beforeY = beforeX - (wentDown ? diagonal + 1 : diagonal - 1)
      }
      while x > beforeX, y > beforeY {
        x -= 1
        y -= 1
        pairs.append((x, y))
      }
      (x, y) = (beforeX, beforeY)
    }
    return pairs.reversed()
  }

  /// The pairs, in order on both sides, whose weights come to the most; those of weight 0 are left out.
  static func heaviest(_ weights: [[Int]]) -> [(Int, Int)] {
    let (rows, columns) = (weights.count, weights.first?.count ?? 0)
    // The best of what follows each place.
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

/// The equal elements of two sequences, the first of each with the first of the other, the second with the second.
private struct Occurrences {
  /// In order of the first sequence.
  private var pairs: [(Int, Int)] = []
  /// Whether no element that both have comes twice.
  private(set) var areUnique = true

  init(_ a: ArraySlice<Int>, _ b: ArraySlice<Int>) {
    var places: [Int: [Int]] = [:]
    for index in b.indices.reversed() { places[b[index], default: []].append(index) }
    var seen: Set<Int> = []
    for index in a.indices {
      if !seen.insert(a[index]).inserted, places[a[index]] != nil { areUnique = false }
      // Nothing else may hold the list while its last is taken off: it would be copied each time.
      let count = places[a[index]]?.count ?? 0
      if count > 1 { areUnique = false }
      if count > 0, let place = places[a[index]]?.popLast() { pairs.append((index, place)) }
    }
  }

  /// The longest run of pairs that is in order on both sides (patience sorting).
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
