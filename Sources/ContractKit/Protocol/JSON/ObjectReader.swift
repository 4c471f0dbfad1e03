/// A reader of one JSON object in a user's file, member by member. It notes everything that is wrong with the object.
///
/// Every getter returns nil if the member is missing or wrong. A wrong member is already noted then, at its place and
/// in the words of `FileProblem.Text.swift`. So the caller continues, and one run finds every mistake:
/// ```swift
/// let diagnostics = Diagnostic.Collector()
/// guard let config = ObjectReader(json, as: "contract-run.json", allowed: ["specs", "clients"], diagnostics) else { … }
/// let specs = config.strings("specs") ?? []
/// for client in config.objects("clients", as: "a client", allowed: ["name", "driver"]) ?? [] {
///   let name = client.string("name", required: true)
/// }
/// ```
package struct ObjectReader {
  /// What the object is, with its article, as in messages: `a scenario`.
  package private(set) var owner: String
  package var json: JSON { members.json }
  private let members: JSON.Members
  package var range: SourceRange { json.range ?? .nowhere }
  package let diagnostics: Diagnostic.Collector

  /// Takes a value that must be an object. If it is not, notes that and returns nil.
  ///
  /// - Parameters:
  ///   - owner: What the object is, with its article: `a scenario`.
  ///   - allowed: The names that its members may have; nil for any name. Any other is noted with a "did you mean".
  ///   - what: What messages call the value if it is not an object; by default the owner.
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

  /// Returns a reader of the same object under another description, which was found in the object itself.
  package func named(_ owner: String) -> ObjectReader { copy(of: self) { $0.owner = owner } }

  /// Takes an object without checking its names.
  package init(_ object: JSON.Object, at range: SourceRange, as owner: String, _ diagnostics: Diagnostic.Collector) {
    members = JSON.Members(JSON(.object(object), range: range))
    self.owner = owner
    self.diagnostics = diagnostics
  }

  /// The members. Each access makes them again: keep the result, and look up a single member by its name.
  package var object: JSON.Object { json.object ?? JSON.Object() }

  /// Notes every member whose name is not among the allowed ones.
  ///
  /// - Parameter noted: The names of members that the caller has noted already; none by default.
  package func checkNames(_ allowed: [String], without noted: [String] = []) {
    if json.hasOnly(allowed) { return }
    for member in object.members where !allowed.contains(member.name) && !noted.contains(member.name) {
      note(.unknownMember(member.name, of: owner, allowed: allowed), at: member.nameRange ?? range)
    }
  }

  package func note(_ problem: FileProblem, at range: SourceRange? = nil, severity: Diagnostic.Severity = .error) {
    diagnostics.note(problem, at: range ?? self.range, severity: severity)
  }

  // MARK: Members

  /// Returns a member's value; nil if it is missing, which is noted if the member is required.
  package func value(_ name: String, required: Bool = false) -> JSON? {
    guard let value = members[name] else {
      if required { note(.missingMember(name, of: owner)) }
      return nil
    }
    return value
  }

  /// Returns what a function reads from a member's value; nil if it is missing or, which is noted, if it cannot be read.
  private func located<Value: Sendable>(
    _ name: String, required: Bool, expected: @autoclosure () -> String, _ read: (JSON) -> Value?
  ) -> SourceLocated<Value>? {
    guard let value = value(name, required: required) else { return nil }
    if let read = read(value) { return SourceLocated(read, at: value.range ?? range) }
    noteWrong(name, expected: expected())
    return nil
  }

  /// Returns the place of a member's value; the place of the object if it has no such member.
  package func range(of name: String) -> SourceRange { json[name]?.range ?? range }

  /// Returns the place of a member's name; the place of the object if it has no such member.
  package func nameRange(of name: String) -> SourceRange { json.nameRange(of: name) ?? range }

  package func noteWrong(_ name: String, expected: String) {
    guard let value = json[name] else { return }
    note(.wrongValue("\"\(name)\"", found: value.phrase, expected: expected), at: value.range)
  }

  /// Returns a string. An empty one is noted unless it is allowed.
  package func string(_ name: String, required: Bool = false, mayBeEmpty: Bool = false) -> SourceLocated<String>? {
    guard let string = located(name, required: required, expected: "a string", \.string) else { return nil }
    if !string.value.isEmpty || mayBeEmpty { return string }
    note(.wrongValue("\"\(name)\"", found: "empty", expected: "some text"), at: string.range)
    return nil
  }

  package func bool(_ name: String, required: Bool = false) -> SourceLocated<Bool>? {
    located(name, required: required, expected: "true or false", \.bool)
  }

  package func int(_ name: String, in bounds: ClosedRange<Int>, required: Bool = false) -> SourceLocated<Int>? {
    func limits() -> String {
      if bounds.lowerBound == .min { return "" }
      return ", \(bounds.lowerBound)" + (bounds.upperBound == .max ? " or more" : " to \(bounds.upperBound)")
    }
    return located(name, required: required, expected: "a whole number\(limits())") { value in
      value.int.flatMap { bounds.contains($0) ? $0 : nil }
    }
  }

  /// The longest time that a file may ask for: one day. A clock cannot be set to any number.
  package static let longestTime = 86_400.0

  /// Returns a time in seconds, at most a day. It must not be negative, and not 0 either unless `mayBeZero`.
  package func seconds(_ name: String, mayBeZero: Bool, required: Bool = false) -> SourceLocated<Double>? {
    let least = mayBeZero ? ", 0 or more" : " greater than 0"
    let seconds = located(name, required: required, expected: "a number of seconds\(least)") { value in
      value.double.flatMap { $0 > 0 || mayBeZero && $0 == 0 ? $0 : nil }
    }
    guard let seconds, seconds.value > Self.longestTime else { return seconds }
    noteWrong(name, expected: "a number of seconds, at most 86400 (a day)")
    return nil
  }

  /// Returns the choice whose name a string is.
  ///
  /// - Parameter what: What the names stand for, without an article, as in messages: `transport`.
  package func choice<Choice: RawRepresentable<String> & CaseIterable & Sendable>(
    _ name: String, of _: Choice.Type = Choice.self, what: String, required: Bool = false
  ) -> SourceLocated<Choice>? {
    guard let string = string(name, required: required, mayBeEmpty: true) else { return nil }
    return diagnostics.choice(string, what: what).map { SourceLocated($0, at: string.range) }
  }

  /// Returns a list of non-empty strings.
  package func strings(_ name: String, required: Bool = false, mayBeEmpty: Bool = true) -> [SourceLocated<String>]? {
    guard let elements = array(name, of: "strings", required: required, mayBeEmpty: mayBeEmpty) else { return nil }
    return elements.compactMap { element in
      guard let string = element.string, !string.isEmpty else {
        note(
          .wrongValue(
            "an element of \"\(name)\"", found: element.string == nil ? element.phrase : "empty", expected: "a string"),
          at: element.range)
        return nil
      }
      return SourceLocated(string, at: element.range ?? range)
    }
  }

  /// Returns a list.
  ///
  /// - Parameter elements: What the list holds, in the plural: `strings`.
  package func array(_ name: String, of elements: String, required: Bool = false, mayBeEmpty: Bool = true) -> [JSON]? {
    guard let array = located(name, required: required, expected: "a list of \(elements)", \.array) else { return nil }
    if !array.value.isEmpty || mayBeEmpty { return array.value }
    note(.wrongValue("\"\(name)\"", found: "empty", expected: "a list of \(elements), at least one"), at: array.range)
    return nil
  }

  /// Returns a reader of an object.
  ///
  /// - Parameters:
  ///   - owner: What the object is, with its article.
  ///   - allowed: The names that its members may have; nil for any name.
  package func reader(_ name: String, as owner: String, allowed: [String]?, required: Bool = false) -> ObjectReader? {
    guard let value = value(name, required: required) else { return nil }
    return ObjectReader(value, as: owner, allowed: allowed, called: "\"\(name)\"", diagnostics)
  }

  /// Returns readers of a list of objects. Elements that are not objects are noted and left out.
  package func readers(
    _ name: String, as owner: String, allowed: [String]?, required: Bool = false, mayBeEmpty: Bool = true
  ) -> [ObjectReader]? {
    array(name, of: "objects", required: required, mayBeEmpty: mayBeEmpty)?.compactMap {
      ObjectReader($0, as: owner, allowed: allowed, called: "an element of \"\(name)\"", diagnostics)
    }
  }
}
