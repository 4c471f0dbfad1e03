extension Pairing {
  /// One round of Hopcroft and Karp's: how far everything is from a pattern without an element, and what each has tried.
  struct Layers {
    /// How far a pattern is; nil where nothing leads to it.
    private(set) var patterns: [Int?]
    private(set) var elements: [Int?]
    /// Which of its candidates a pattern tries next.
    var nextCandidate: [Int]
    /// Which of its owners an element asks next.
    var nextOwner: [Int]

    init(patterns: Int, elements: Int) {
      self.patterns = Array(repeating: nil, count: patterns)
      self.elements = Array(repeating: nil, count: elements)
      nextCandidate = Array(repeating: 0, count: patterns)
      nextOwner = Array(repeating: 0, count: elements)
    }

    mutating func reach(pattern: Int, at distance: Int) -> Bool {
      if patterns[pattern] != nil { return false }
      patterns[pattern] = distance
      return true
    }

    mutating func reach(element: Int, at distance: Int) { elements[element] = distance }

    func leads(from pattern: Int, to element: Int) -> Bool { elements[element] == patterns[pattern].map { $0 + 1 } }

    func leads(fromElement element: Int, to pattern: Int) -> Bool {
      patterns[pattern] != nil && patterns[pattern] == elements[element].map { $0 + 1 }
    }
  }
}
