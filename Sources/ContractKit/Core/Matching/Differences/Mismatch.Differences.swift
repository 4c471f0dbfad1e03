extension Mismatch {
  /// The differences of one value. All are counted, and some are reported in full.
  ///
  /// Only a few are kept: the first differences at any place, and after them only the first few at each place. So a
  /// member that differs in a thousand elements does not hide another member.
  struct Differences: Sendable {
    /// The largest number of differences that are reported in full.
    static let limit = 100
    /// The number of differences up to which a text reports them one by one. If there are more, those of one kind at
    /// one place are folded.
    static let plainLimit = 40
    /// The smallest number of differences of one kind at one place that is folded.
    static let foldLimit = 4
    private static let groupLimit = 100

    /// The differences of one kind at one place. All elements of an array count as one place.
    struct Group: Sendable {
      var kind: Difference.Kind
      /// The pointer with `*` in place of each index.
      var path: String
      /// The indices of the group's differences in `Differences.reported`, in order.
      var reported: [Int] = []
    }

    private(set) var reported: [Difference] = []
    /// The number of all differences, reported or not.
    private(set) var count = 0
    /// The groups, in the order of their first differences.
    private(set) var groups: [Group] = []
    // This is separate from `groups`, which seldom changes: aligning arrays copies this struct for each of them.
    /// The number of differences in each group.
    private(set) var sizes: [Int] = []
    /// The number of differences of each kind.
    private var kinds: [Difference.Kind: Int] = [:]
    private var indices: [ExactString: Int] = [:]
    /// The group of the last difference. The next difference usually belongs to the same group.
    private var last: (path: String, index: Int)?

    init(_ difference: Difference? = nil) {
      if let difference, add(difference.kind, at: difference.path) { report(difference) }
    }

    /// Counts a difference. Returns whether to report it in full; if so, the caller must call `report`.
    ///
    /// - Parameter place: The pointer with `*` in place of each index; nil if it is not known.
    mutating func add(_ kind: Difference.Kind, at path: String?) -> Bool {
      add(1, kind)
      guard let path, let group = group(kind, path) else { return false }
      sizes[group] += 1
      let isReported = reported.count < Self.plainLimit || groups[group].reported.count < Self.foldLimit - 1
      guard isReported, reported.count < Self.limit else { return false }
      groups[group].reported.append(reported.count)
      return true
    }

    func count(_ kind: Difference.Kind) -> Int { kinds[kind] ?? 0 }

    /// Adds the details of the difference that was counted last.
    mutating func report(_ difference: Difference) { reported.append(difference) }

    /// Counts differences without their kind and place.
    mutating func addUnreported(_ number: Int = 1) { count += number }

    /// Returns the group of a kind and place, and makes it if it is new; nil if there are too many groups.
    private mutating func group(_ kind: Difference.Kind, _ path: String) -> Int? {
      if let last, groups[last.index].kind == kind, last.path.isExactly(path) { return last.index }
      let key = ExactString("\(kind.rawValue) \(path)")
      let known = indices[key]
      if known == nil, groups.count >= Self.groupLimit { return nil }
      let index = known ?? groups.count
      last = (path, index)
      if known != nil { return index }
      indices[key] = index
      groups.append(Group(kind: kind, path: path))
      sizes.append(0)
      return index
    }

    /// Returns the same differences for one part among multiple parts, such as a header or a line. In a part that is
    /// sent as text, a value never counts as the wrong type.
    func of(_ part: Part) -> Differences {
      var differences = Differences()
      for var difference in reported {
        difference.part = part
        difference.name = part.detail
        if part.isTabular, difference.kind == .wrongType { difference.kind = .changed }
        if differences.add(difference.kind, at: difference.path) { differences.report(difference) }
      }
      for kind in Difference.Kind.allCases {
        let unreported = count(kind) - reported.reduce(0) { $0 + ($1.kind == kind ? 1 : 0) }
        differences.add(unreported, kind)
      }
      return differences
    }

    /// Adds the differences of another mismatch about the same part.
    mutating func append(_ other: Differences) {
      var left = other.kinds
      for (index, theirs) in other.groups.enumerated() {
        for index in theirs.reported where add(theirs.kind, at: theirs.path) { report(other.reported[index]) }
        let unreported = other.sizes[index] - theirs.reported.count
        if let group = group(theirs.kind, theirs.path) { sizes[group] += unreported }
        add(unreported, theirs.kind)
        left[theirs.kind]? -= other.sizes[index]
      }
      for (kind, number) in left { add(number, kind) }
    }

    mutating func replace(_ replacement: (Difference) -> Difference) { reported = reported.map(replacement) }

    /// Counts differences by kind, without their place.
    mutating func add(_ number: Int, _ kind: Difference.Kind) {
      count += number
      kinds[kind, default: 0] += number
    }
  }
}

extension Mismatch.Difference {
  /// The place of the difference, with its header or line. All elements of an array count as one place.
  fileprivate var path: String { (part?.item ?? name ?? "") + pointer }
}
