/// A difference between two releases of a client, which a person accepted.
package struct AcceptedDifference: Sendable {
  /// What differs.
  package enum Part: String, Sendable, CaseIterable {
    /// Whether a release played the scenario.
    case played
    /// What came of the call: a success, a failure of a category, or nothing.
    case outcome
    /// The verdict, if nothing else explains it.
    case verdict
    case requests
    case order
    case method, host, path, query, cookie, body
    case result
    case failure
    case header, timeout

    /// Whether it has members with names, such as headers.
    package var hasNames: Bool { [.query, .cookie, .failure, .header].contains(self) }
    /// Whether JSON pointers name places in it.
    package var hasPointers: Bool { [.body, .result].contains(self) }
  }

  package var part: Part
  /// The method and path of the request as the contract has them, or the operation; `""` for any.
  package var endpoint = ""
  /// The name of the header, or the JSON pointer, with `*` for the index of an element; `""` for any name, or for the whole
  /// value.
  package var name = ""
  /// What both releases did there; nil for anything. `absent` stands for nothing.
  package var values: (old: JSON, new: JSON)?

  /// What a release did that has nothing at a place.
  package static let absent: JSON = ["$absent": true]

  package init(_ part: Part, _ name: String = "", at endpoint: String = "", values: (old: JSON, new: JSON)? = nil) {
    (self.part, self.name, self.endpoint, self.values) = (part, name, endpoint, values)
  }

  var json: JSON {
    JSON(members: [
      "part": .string(part.rawValue), "endpoint": endpoint.isEmpty ? nil : .string(endpoint),
      "name": name.isEmpty ? nil : .string(name), "old": values?.old, "new": values?.new,
    ])
  }
}

extension AcceptedEntry {
  /// The difference that is accepted; nil if something else is.
  package var difference: AcceptedDifference? { if case .difference(let one) = what { one } else { nil } }
}
