import ContractCore

/// One thing that two releases of a client did differently in one scenario.
struct ReleaseDifference {
  typealias Part = AcceptedDifference.Part

  /// What a release did at a place.
  struct Value: Hashable, Sendable {
    /// What people read, without secrets.
    var text: String
    /// The same as a fact, which people accept.
    var fact: JSON

    /// How many characters of a fact a file has.
    private static let limit = 200

    /// - Parameter fact: The fact; by default the text. In place of a long one stands its fingerprint.
    init(_ text: String, _ fact: JSON? = nil) {
      let fact = fact ?? .string(text)
      let written = fact.text
      self.text = text
      self.fact =
        written.utf8.count <= Self.limit
        ? fact : ["$long": .string(Fingerprint(of: written.utf8).text), "bytes": .number(written.utf8.count)]
    }

    func hash(into hasher: inout Hasher) { hasher.combine(text) }
  }

  /// The place of a value: the same in all scenarios of an endpoint.
  struct Place: Hashable {
    var part: Part
    /// The method and path of the request as the contract has them, or the operation; `""` for a place of the call.
    var endpoint: String
    /// The name of the header, or the JSON pointer, with `*` for the index of an element; `""` for the whole part.
    var name: String

    /// Makes a place.
    static func of(_ part: Part, _ name: String = "", at endpoint: String = "") -> Place {
      Place(part: part, endpoint: endpoint, name: name)
    }

    /// The place with a name that is inside of it.
    func inside(_ step: String) -> Place { Place(part: part, endpoint: endpoint, name: name + step) }

    /// The place of the object whose member it is; nil for a part that has no members, and for elements.
    var parent: Place? {
      switch part {
      case .query, .cookie: .of(part, at: endpoint)
      case .body, .result: name.hasSuffix("/*") ? nil : outer.first
      default: nil
      }
    }

    /// The places that it is inside of, from the nearest on.
    var outer: [Place] {
      var (places, name) = ([Place](), name)
      while let slash = name.lastIndex(of: "/") {
        name = String(name[..<slash])
        places.append(Place(part: part, endpoint: endpoint, name: name))
      }
      return places
    }

    /// It in the words of reports, without its endpoint.
    var text: String {
      switch part {
      case .played: "played"
      case .order: "order of requests"
      default: name.isEmpty ? part.rawValue : "\(part.rawValue) \(Excerpt.beginning(of: name, limit: 200))"
      }
    }

    /// It in the words of reports, with its endpoint if that matters.
    var whole: String {
      part.isGeneral || endpoint.isEmpty ? text : "\(Excerpt.beginning(of: endpoint, limit: 200)) \(text)"
    }
  }

  enum Kind: String {
    /// Another value of the same type.
    case changed
    /// Another JSON type.
    case type
    /// Only the new release has it.
    case added
    /// Only the old release has it.
    case removed
    /// The elements have another order.
    case order
    /// The same value, percent-encoded in another way.
    case spelling
  }

  /// How much it matters, the worst first.
  enum Severity: String, CaseIterable {
    /// Another class of outcome, or no comparison at all.
    case outcome
    /// Other requests, or another result.
    case requests
    /// Only headers, names of types, or the way in which something is written.
    case details

    var title: String {
      switch self {
      case .outcome: "another outcome"
      case .requests: "other requests or results"
      case .details: "only headers, timeouts or names of types"
      }
    }
  }

  var place: Place
  var kind: Kind
  /// What the old release did; nil if it has nothing there.
  var old: Value?
  /// What the new release did; nil if it has nothing there.
  var new: Value?

  var severity: Severity {
    if kind == .spelling { return .details }
    switch place.part {
    case .played, .outcome, .verdict: return .outcome
    case .failure where place.name.hasPrefix("underlying"): return .details
    case .failure:
      return place.name == "category" ? .outcome : Failure.typeNames.contains(place.name) ? .details : .requests
    case .header, .timeout: return .details
    default: return .requests
    }
  }
}

extension AcceptedDifference.Part {
  /// Whether differences of all endpoints have one cause: what HTTP stacks and base classes do.
  var isGeneral: Bool {
    switch self {
    case .method, .path, .query, .body, .result: false
    default: true
    }
  }

  /// Whether a difference between two runs says nothing about other scenarios.
  var isOfOneScenario: Bool {
    switch self {
    case .played, .outcome, .verdict, .requests, .order, .method, .host, .failure: true
    case .path, .query, .cookie, .body, .result, .header, .timeout: false
    }
  }

  /// Whether its values are JSON, so that a text has quotes.
  var isJSON: Bool { self == .body || self == .result }
}

extension ReleaseDifference.Value? {
  /// What people accept; nil stands for nothing.
  var fact: JSON { self?.fact ?? AcceptedDifference.absent }
}

extension AcceptedEntry {
  /// Returns whether the entry accepts a difference in a scenario.
  func covers(_ difference: ReleaseDifference, in subject: Subject) -> Bool {
    guard let own = self.difference, client ?? subject.client == subject.client, coversScenario(of: subject) else {
      return false
    }
    return own.part == difference.place.part
      && (own.name == difference.place.name || own.name.isEmpty && own.part.hasNames)
      && (own.endpoint.isEmpty || own.endpoint == difference.place.endpoint)
      && own.values.map { $0 == (difference.old.fact, difference.new.fact) } ?? true
  }
}
