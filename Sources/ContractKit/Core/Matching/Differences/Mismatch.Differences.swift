extension Mismatch {
  /// The differences of one value: some told in full, all of them counted.
  ///
  /// However many there are, few are kept: the first ones, then of each further place the first few, so that a member that
  /// differs in a thousand elements does not hide another one.
  struct Differences: Sendable {
    /// How many are told in full at most.
    static let limit = 100
    /// Up to how many are told one by one in text; beyond that, those of one kind at one place are told together.
    static let plainLimit = 40
    /// From how many on those of one kind at one place are told together.
    static let foldLimit = 4
    private static let groupLimit = 100

    /// Differences of one kind at one place, whatever the elements of arrays on the way there.
    struct Group: Sendable {
      var kind: Difference.Kind
      /// The pointer with `*` for each index.
      var place: String
      /// Which of `told` are of the group, in order.
      var told: [Int] = []
    }

    private(set) var told: [Difference] = []
    /// How many there are, told or not.
    private(set) var count = 0
    /// In the order of their first ones.
    private(set) var groups: [Group] = []
    // Numbers stand apart from what changes seldom: where arrays are aligned, this struct is copied for each.
    /// How many differences each group has.
    private(set) var sizes: [Int] = []
    /// How many differences there are of each kind, in the order of the kinds.
    private var kinds = [Int](repeating: 0, count: Difference.Kind.allCases.count)
    private var indices: [ExactString: Int] = [:]
    /// The group of the last difference: mostly the next one is of the same.
    private var last: (place: String, index: Int)?

    init() {}

    init(_ difference: Difference) {
      if add(difference.kind, at: difference.place) { tell(difference) }
    }

    /// Counts one, and says whether it is to be told in full; then `tell` must follow.
    ///
    /// - Parameter place: Its pointer with `*` for each index; nil where that is not known.
    mutating func add(_ kind: Difference.Kind, at place: String?) -> Bool {
      add(1, kind)
      guard let place, let group = group(kind, place) else { return false }
      sizes[group] += 1
      let isTold = told.count < Self.plainLimit || groups[group].told.count < Self.foldLimit - 1
      guard isTold, told.count < Self.limit else { return false }
      groups[group].told.append(told.count)
      return true
    }

    /// How many there are of a kind.
    func count(_ kind: Difference.Kind) -> Int { kinds[kind.place] }

    /// Tells the one in full that was counted last.
    mutating func tell(_ difference: Difference) { told.append(difference) }

    /// Counts one of which nothing else matters.
    mutating func addUntold(_ number: Int = 1) { count += number }

    /// The group of a kind and place, made where it is new; nil where there are too many.
    private mutating func group(_ kind: Difference.Kind, _ place: String) -> Int? {
      if let last, groups[last.index].kind == kind, last.place.isExactly(place) { return last.index }
      let key = ExactString("\(kind.rawValue) \(place)")
      let known = indices[key]
      if known == nil, groups.count >= Self.groupLimit { return nil }
      let index = known ?? groups.count
      last = (place, index)
      if known != nil { return index }
      indices[key] = index
      groups.append(Group(kind: kind, place: place))
      sizes.append(0)
      return index
    }

    /// The same differences as those of one part of several: a header, a line. What comes as text has no other type.
    func of(_ part: Part) -> Differences {
      var differences = Differences()
      for var difference in told {
        difference.part = part
        difference.name = part.detail
        if part.isTabular, difference.kind == .wrongType { difference.kind = .changed }
        if differences.add(difference.kind, at: difference.place) { differences.tell(difference) }
      }
      for kind in Difference.Kind.allCases {
        let untold = count(kind) - told.reduce(0) { $0 + ($1.kind == kind ? 1 : 0) }
        differences.add(untold, kind)
      }
      return differences
    }

    /// Adds those of another mismatch about the same part.
    mutating func append(_ other: Differences) {
      var left = other.kinds
      for (index, theirs) in other.groups.enumerated() {
        for index in theirs.told where add(theirs.kind, at: theirs.place) { tell(other.told[index]) }
        let untold = other.sizes[index] - theirs.told.count
        if let group = group(theirs.kind, theirs.place) { sizes[group] += untold }
        add(untold, theirs.kind)
        left[theirs.kind.place] -= other.sizes[index]
      }
      for kind in Difference.Kind.allCases { add(left[kind.place], kind) }
    }

    /// Counts some of which nothing but the kind is known.
    mutating func add(_ number: Int, _ kind: Difference.Kind) {
      count += number
      kinds[kind.place] += number
    }
  }
}

extension Mismatch.Difference.Kind {
  /// Which of the kinds it is, from 0.
  fileprivate var place: Int {
    switch self {
    case .changed: 0
    case .missing: 1
    case .unexpected: 2
    case .wrongType: 3
    case .moved: 4
    }
  }
}

extension Mismatch.Difference {
  /// Where it is, whatever the elements of arrays on the way there; with the header or line that it is in.
  fileprivate var place: String { (part?.item ?? name ?? "") + pointer }
}
