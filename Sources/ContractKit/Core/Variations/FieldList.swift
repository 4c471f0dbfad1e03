/// The changes of the values in one JSON body, in the order in which they are played.
///
/// Each kind of change is played once, at the first value that it applies to, before any kind is played twice.
struct FieldList {
  /// The changes; at most as many as the limit allows.
  private(set) var all: [FieldChange] = []
  private(set) var more = 0

  /// The places of one kind of change: the first ones, and the number of all.
  private struct Pointers {
    var kept: [(pointer: String, pattern: String)] = []
    var count = 0
  }

  init(of body: JSON, limit: Int = VariedScenario.limit) {
    let pointers = DeepStack.run {
      var pointers: [FieldChange.Kind: Pointers] = [:]
      Self.add(body, "", "", isMember: false, to: &pointers, limit)
      return pointers
    }
    for round in 0..<limit {
      for kind in FieldChange.Kind.allCases where all.count < limit {
        guard let own = pointers[kind]?.kept, round < own.count else { continue }
        all.append(FieldChange(kind, at: own[round].pointer, pattern: own[round].pattern))
      }
    }
    more = pointers.values.reduce(0) { $0 + $1.count } - all.count
  }

  private static func add(
    _ value: JSON, _ pointer: String, _ pattern: String, isMember: Bool,
    to pointers: inout [FieldChange.Kind: Pointers], _ limit: Int
  ) {
    for kind in FieldChange.Kind.allCases where kind.applies(to: value, isMember: isMember) {
      pointers[kind, default: Pointers()].count += 1
      if pointers[kind, default: Pointers()].count <= limit { pointers[kind]?.kept.append((pointer, pattern)) }
    }
    if let first = value.array?.first {
      add(first, pointer + "/0", pattern + "/*", isMember: false, to: &pointers, limit)
    }
    for member in value.object?.members ?? [] {
      let step = JSONPointer.step(member.name)
      add(member.value, pointer + step, pattern + step, isMember: true, to: &pointers, limit)
    }
  }
}

extension FieldChange.Kind {
  /// The maximum size of an element that is repeated, in bytes.
  private static let longestElement = 1_000

  fileprivate func applies(to value: JSON, isMember: Bool) -> Bool {
    switch self {
    case .missing, .duplicate: isMember
    case .null: !value.isNull
    case .otherType: true
    case .aboveDouble, .aboveUInt64, .huge: value.number != nil
    case .negative: value.number.map { !$0.literal.hasPrefix("-") } ?? false
    case .fractional: value.number.map { $0.literal.utf8.allSatisfy { $0.isDigit || $0 == UInt8(ascii: "-") } } ?? false
    case .empty: value.isArray || value.isObject ? value.count > 0 : value.string.map { !$0.isEmpty } ?? false
    case .unknownString, .nonASCII, .long: value.string != nil
    case .epoch, .fraction, .offset, .noOffset, .dateTime, .noSuchDay:
      value.string.flatMap(Timestamp.init)?.json(as: self) != nil
    case .extraMember: value.isObject
    case .deep: value.isArray || value.isObject
    case .many: value.array?.first.map { $0.utf8.count <= Self.longestElement } ?? false
    }
  }
}
