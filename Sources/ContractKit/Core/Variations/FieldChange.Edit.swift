extension FieldChange {
  /// The value that a change replaces, and what is there afterwards.
  package struct Edit: Sendable {
    /// The value as the contract writes it.
    let old: JSON
    /// The changed value; nil if it is missing, or if no value describes it.
    let new: JSON?
    /// The part of the text that is replaced, and its replacement.
    fileprivate let range: Range<Int>
    fileprivate let text: [UInt8]

    /// Returns a body with the change. Everything else stays as it is written.
    package func applied(to body: [UInt8]) -> [UInt8] { body[..<range.lowerBound] + text + body[range.upperBound...] }
  }

  /// The number of elements of an array with many elements.
  static let elementCount = 10_000

  /// Returns the change of a body that was read from its text; nil if it is impossible.
  package func edit(of body: JSON) -> Edit? {
    guard let steps = try? JSONPointer.steps(pointer) else { return nil }
    var (value, members, index) = (body, [JSON.Object.Member](), 0)
    for step in steps {
      if value.isArray {
        guard let first = value.array?.first else { return nil }
        (value, members) = (first, [])
      } else {
        members = value.object?.members ?? []
        guard let place = members.firstIndex(where: { $0.name.isExactly(step) }) else { return nil }
        (value, index) = (members[place].value, place)
      }
    }
    return edit(value, among: members, index)
  }

  /// - Parameter members: The members of the object that has the value; empty if none has it.
  private func edit(_ value: JSON, among members: [JSON.Object.Member], _ index: Int) -> Edit? {
    guard let range = value.range else { return nil }
    let whole = range.start..<range.end
    let name = members.indices.contains(index) ? members[index].nameRange : nil
    let comma = UInt8(ascii: ",")
    switch kind {
    case .missing:
      guard let name else { return nil }
      // One comma is removed, too.
      let next = index + 1 < members.count ? members[index + 1].nameRange?.start : nil
      let before = index > 0 ? members[index - 1].value.range?.end : nil
      let start = next == nil ? before ?? name.start : name.start
      return Edit(old: value, new: nil, range: start..<(next ?? range.end), text: [])
    case .duplicate:
      guard let name else { return nil }
      let copy = [comma] + range.source.bytes[name.start..<range.end]
      return Edit(old: value, new: nil, range: range.end..<range.end, text: copy)
    case .extraMember:
      let old = value.object?.members ?? []
      var name = "extraMember"
      while old.contains(where: { $0.name.isExactly(name) }) { name += "_" }
      let extra = JSON.Object.Member(name: name, value: ["nested": [1, "text", .null]])
      let text = JSON(.object(JSON.Object([extra]))).utf8.dropFirst().dropLast()
      return Edit(
        old: value, new: JSON(.object(JSON.Object([extra] + old))), range: range.start + 1..<range.start + 1,
        text: text + (old.isEmpty ? [] : [comma]))
    case .deep:
      let levels = 1_000
      let text = Array(String(repeating: "[", count: levels).utf8) + Array(String(repeating: "]", count: levels).utf8)
      return Edit(old: value, new: nil, range: whole, text: text)
    case .many:
      guard let first = value.array?.first, let part = first.range else { return nil }
      let element = Array(range.source.bytes[part.start..<part.end])
      let text = Array(repeatElement(element, count: Self.elementCount).joined(separator: [comma]))
      return Edit(old: value, new: nil, range: whole, text: [UInt8(ascii: "[")] + text + [UInt8(ascii: "]")])
    default:
      guard let changed = changed(value) else { return nil }
      return Edit(old: value, new: changed, range: whole, text: changed.utf8)
    }
  }

  private func changed(_ value: JSON) -> JSON? {
    func number(_ literal: String) -> JSON { JSON(.number(JSON.Number(validated: literal))) }
    switch kind {
    case .null: return JSON.null
    case .otherType:
      switch value.kind {
      case .number(let number): return .string(number.literal)
      case .bool(let bool): return .string(bool ? "true" : "false")
      case .string: return 1
      case .array, .null: return .object([])
      case .object: return .array([])
      }
    case .aboveDouble: return number("9007199254740993")
    case .aboveUInt64: return number("18446744073709551616")
    case .huge: return number("1e30")
    case .negative: return value.number.map { number($0.int == 0 ? "-1" : "-\($0.literal)") }
    case .fractional: return value.number.map { number("\($0.literal).5") }
    case .empty: return value.isArray ? .array([]) : value.isObject ? .object([]) : ""
    case .unknownString: return "unknown value"
    case .nonASCII: return "Zo\u{EB} \u{6771}\u{4EAC} \u{1F600}"
    case .long: return .string(String(repeating: "x", count: 100_000))
    case .epoch, .fraction, .offset, .noOffset, .dateTime, .noSuchDay:
      return value.string.flatMap(Timestamp.init)?.json(as: kind)
    case .missing, .duplicate, .extraMember, .deep, .many: return nil
    }
  }
}
