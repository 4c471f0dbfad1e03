import Foundation

/// Another value in place of one of the input.
package struct InputChange: Hashable, Sendable {
  package enum Kind: String, Sendable, CaseIterable, Comparable {
    /// The member is left out.
    case missing
    case null
    case emptyText = "empty string"
    case zero, `false`, `true`
    case minusOne = "-1"
    /// The first integer that a double cannot hold.
    case aboveDouble = "2^53 + 1"
    case fraction = "0.1 + 0.2"
    case huge = "1e21"
    case none = "empty list"
    case one = "list of one"
    case three = "list of three"
    case spaces = "white space around"
    /// In JavaScript, this member is the object from which the others are inherited.
    case prototype = "member __proto__"

    /// In the order in which they are played.
    package static func < (first: Kind, second: Kind) -> Bool {
      allCases.firstIndex(of: first) ?? 0 < allCases.firstIndex(of: second) ?? 0
    }

    package static let names = allCases.map(\.rawValue)

    /// Those that a client may leave out if its contract says so.
    package static let omissible: [Kind] = [.null, .emptyText, .zero, .false, .none]

    /// Whether the input has nothing there.
    var isNothing: Bool { self == .missing || self == .null }

    /// Whether a client may take as long as the number says, because it asks for as many things.
    var isLarge: Bool { self == .aboveDouble || self == .huge }
  }

  /// The place of the value in the input, as a JSON pointer (RFC 6901).
  package let pointer: String
  package let kind: Kind

  package init(_ pointer: String, _ kind: Kind) { (self.pointer, self.kind) = (pointer, kind) }

  /// The name by which `except` leaves it out: `/limit: zero`.
  package var ownName: String { "\(pointer): \(kind.rawValue)" }

  /// Returns what the input has in place of a value: `.some(nil)` for nothing, and nil if that would be no other value of
  /// its type.
  package func replacement(of old: JSON) -> JSON?? {
    let new: JSON? = kind == .missing ? nil : value(insteadOf: old)
    if kind != .missing, new == nil { return nil }
    return new == old ? nil : .some(new)
  }

  private func value(insteadOf old: JSON) -> JSON? {
    switch kind {
    case .missing: nil
    case .null: .null
    case .emptyText: old.string.map { _ in "" }
    case .spaces: old.string.map { .string(" \($0) ") }
    case .zero: old.number.map { _ in 0 }
    case .minusOne: old.number.map { _ in -1 }
    case .aboveDouble: old.int.map { _ in 9_007_199_254_740_993 }
    // A client with integers cannot take these.
    case .fraction: old.int == nil ? old.number.map { _ in Self.number("0.30000000000000004") } : nil
    case .huge: old.int == nil ? old.number.map { _ in Self.number("1e21") } : nil
    case .false: old.bool == true ? false : nil
    case .true: old.bool == false ? true : nil
    case .prototype: old.object.map { _ in .object(old.members.map { ($0.name, $0.value) } + [Self.prototype]) }
    case .none: old.array.map { _ in [] }
    case .one: old.array.flatMap { $0.count > 1 ? .array([$0[0]]) : nil }
    case .three:
      old.array.flatMap { $0.count != 3 ? $0.first.map { .array([$0, $0.another(2), $0.another(3)]) } : nil }
    }
  }

  private static let prototype: (String, JSON) = ("__proto__", ["isInherited": true])

  private static func number(_ literal: String) -> JSON { JSON.Number(literal: literal).map { JSON(.number($0)) } ?? 0 }
}

extension JSON {
  /// Returns a value of the same type for a further element of a list.
  fileprivate func another(_ count: Int) -> JSON {
    if let string { return .string(string + String(count)) }
    if let int { return .number(int + count - 1) }
    return self
  }
}
