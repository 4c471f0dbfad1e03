/// Reads one JSON object of a user's file member by member, and notes everything that is wrong with it.
///
/// Every getter returns nil where the member is not there or not right; what is not right is already noted then, at its
/// place and in the words of `FileProblem.Text.swift`. So a reader goes on and finds every mistake in one run:
/// ```swift
/// let diagnostics = Diagnostic.Collector()
/// guard let config = ObjectReader(json, as: "contract-run.json", allowed: ["specs", "clients"], diagnostics) else { … }
/// let specs = config.strings("specs") ?? []
/// for client in config.objects("clients", as: "a client", allowed: ["name", "driver"]) ?? [] {
///   let name = client.string("name", required: true)
/// }
/// ```
package struct ObjectReader {
  /// What the object is, with its article, as messages name it: `a scenario`.
  package let owner: String
  /// The object as it was given.
  package var json: JSON { members.json }
  private let members: JSON.Members
  /// Where the object stands.
  package var range: SourceRange { json.range ?? .nowhere }
  /// Where mistakes are noted.
  package let diagnostics: Diagnostic.Collector

  /// Takes a value that must be an object; nil, and noted, where it is none.
  ///
  /// - Parameters:
  ///   - owner: What the object is, with its article: `a scenario`.
  ///   - allowed: The names that it may have; any other is noted with a "did you mean". Nil where any name may be.
  ///   - what: How a message calls the value where it is no object; the owner where left out.
  package init?(
    _ json: JSON, as owner: String, allowed: [String]?, called what: String? = nil, _ diagnostics: Diagnostic.Collector
  ) {
    guard json.isObject else {
      diagnostics.note(
        .wrongValue(what ?? owner, found: json.phrase, expected: "an object"), at: json.range ?? .nowhere)
      return nil
    }
    members = JSON.Members(json)
    self.owner = owner
    self.diagnostics = diagnostics
    if let allowed { checkNames(allowed) }
  }

  /// The same object by another name: what it is was found in it.
  package func named(_ owner: String) -> ObjectReader { ObjectReader(self, as: owner) }

  private init(_ reader: ObjectReader, as owner: String) {
    (members, diagnostics) = (reader.members, reader.diagnostics)
    self.owner = owner
  }

  /// Takes an object as it is, its names unchecked.
  package init(_ object: JSON.Object, at range: SourceRange, as owner: String, _ diagnostics: Diagnostic.Collector) {
    members = JSON.Members(JSON(.object(object), range: range))
    self.owner = owner
    self.diagnostics = diagnostics
  }

  /// The members. They are made each time: ask once, and for one of them ask by its name.
  package var object: JSON.Object { json.object ?? JSON.Object() }

  /// Notes every member whose name is not among the allowed ones.
  package func checkNames(_ allowed: [String]) {
    if json.hasOnly(allowed) { return }
    for member in object.members where !allowed.contains(member.name) {
      note(.unknownMember(member.name, of: owner, allowed: allowed), at: member.nameRange ?? range)
    }
  }

  /// Notes a mistake.
  package func note(_ problem: FileProblem, at range: SourceRange? = nil, severity: Diagnostic.Severity = .error) {
    diagnostics.note(problem, at: range ?? self.range, severity: severity)
  }

  // MARK: Members

  /// The member as it is; nil where it is not there, which is noted where it is required.
  package func value(_ name: String, required: Bool = false) -> JSON? {
    guard let value = members[name] else {
      if required { note(.missingMember(name, of: owner)) }
      return nil
    }
    return value
  }

  /// Where a member's value stands; where the object stands if it has no such member.
  package func place(_ name: String) -> SourceRange { json[name]?.range ?? range }

  /// Where a member's name stands; where the object stands if it has no such member.
  package func namePlace(_ name: String) -> SourceRange { json.nameRange(of: name) ?? range }

  /// Notes that a member is not what its place takes.
  package func noteWrong(_ name: String, expected: String) {
    guard let value = json[name] else { return }
    note(.wrongValue("\"\(name)\"", found: value.phrase, expected: expected), at: value.range)
  }

  /// A string; an empty one is noted unless it may be.
  package func string(_ name: String, required: Bool = false, mayBeEmpty: Bool = false) -> Located<String>? {
    guard let value = value(name, required: required) else { return nil }
    guard let string = value.string else {
      noteWrong(name, expected: "a string")
      return nil
    }
    if string.isEmpty, !mayBeEmpty {
      note(.wrongValue("\"\(name)\"", found: "empty", expected: "some text"), at: value.range)
      return nil
    }
    return Located(string, at: value.range ?? range)
  }

  /// `true` or `false`.
  package func bool(_ name: String, required: Bool = false) -> Located<Bool>? {
    guard let value = value(name, required: required) else { return nil }
    guard let bool = value.bool else {
      noteWrong(name, expected: "true or false")
      return nil
    }
    return Located(bool, at: value.range ?? range)
  }

  /// A whole number within bounds.
  package func int(_ name: String, in bounds: ClosedRange<Int>, required: Bool = false) -> Located<Int>? {
    guard let value = value(name, required: required) else { return nil }
    guard let int = value.number?.int, bounds.contains(int) else {
      let upTo =
        bounds.upperBound == .max ? "\(bounds.lowerBound) or more" : "\(bounds.lowerBound) to \(bounds.upperBound)"
      noteWrong(name, expected: bounds.lowerBound == .min ? "a whole number" : "a whole number, \(upTo)")
      return nil
    }
    return Located(int, at: value.range ?? range)
  }

  /// The longest time that a file may ask for: a day. A clock cannot be set to any number.
  package static let longestTime = 86_400.0

  /// A time in seconds, a day at most: a number that is not negative, and not 0 either unless it may be.
  package func seconds(_ name: String, mayBeZero: Bool, required: Bool = false) -> Located<Double>? {
    guard let value = value(name, required: required) else { return nil }
    guard let number = value.number?.double, number > 0 || (mayBeZero && number == 0) else {
      noteWrong(name, expected: mayBeZero ? "seconds, 0 or more" : "seconds, more than 0")
      return nil
    }
    guard number <= Self.longestTime else {
      noteWrong(name, expected: "seconds, 86400 (a day) at most")
      return nil
    }
    return Located(number, at: value.range ?? range)
  }

  /// A string that must be one of a few.
  ///
  /// - Parameter what: What the few are, without article, as messages name one: `transport`.
  package func name(_ name: String, of allowed: [String], what: String, required: Bool = false) -> Located<String>? {
    guard let string = string(name, required: required, mayBeEmpty: true) else { return nil }
    return diagnostics.name(string, of: allowed, what: what)
  }

  /// A list of strings, none of them empty.
  package func strings(_ name: String, required: Bool = false, mayBeEmpty: Bool = true) -> [Located<String>]? {
    guard let elements = array(name, of: "strings", required: required, mayBeEmpty: mayBeEmpty) else { return nil }
    return elements.compactMap { element in
      guard let string = element.string, !string.isEmpty else {
        note(
          .wrongValue(
            "an element of \"\(name)\"", found: element.string == nil ? element.phrase : "empty", expected: "a string"),
          at: element.range)
        return nil
      }
      return Located(string, at: element.range ?? range)
    }
  }

  /// A list.
  ///
  /// - Parameter elements: What it holds, in the plural: `strings`.
  package func array(
    _ name: String, of elements: String, required: Bool = false, mayBeEmpty: Bool = true
  ) -> [JSON]? {
    guard let value = value(name, required: required) else { return nil }
    guard let array = value.array else {
      noteWrong(name, expected: "a list of \(elements)")
      return nil
    }
    if array.isEmpty, !mayBeEmpty {
      note(.wrongValue("\"\(name)\"", found: "empty", expected: "a list of \(elements), at least one"), at: value.range)
      return nil
    }
    return array
  }

  /// An object.
  ///
  /// - Parameters:
  ///   - owner: What the object is, with its article.
  ///   - allowed: The names that it may have; nil where any may be.
  package func reader(
    _ name: String, as owner: String, allowed: [String]?, required: Bool = false
  ) -> ObjectReader? {
    guard let value = value(name, required: required) else { return nil }
    return ObjectReader(value, as: owner, allowed: allowed, called: "\"\(name)\"", diagnostics)
  }

  /// A list of objects; elements that are none are noted and left out.
  package func readers(
    _ name: String, as owner: String, allowed: [String]?, required: Bool = false, mayBeEmpty: Bool = true
  ) -> [ObjectReader]? {
    array(name, of: "objects", required: required, mayBeEmpty: mayBeEmpty)?.compactMap {
      ObjectReader($0, as: owner, allowed: allowed, called: "an element of \"\(name)\"", diagnostics)
    }
  }
}
