extension Variation.Family {
  /// All families, in the order of reports. Everything else goes through this list.
  package static let allCases: [Self] = [
    statusError, nonHTTP, corruptJSON, networkError, stream, empty, equivalent, fields, hostile, security, steps,
  ]

  package static let statusError = Self(ExpectingFamily<StatusChange>.self)
  package static let nonHTTP = Self(ExpectingFamily<NonHTTPChange>.self)
  package static let corruptJSON = Self(ExpectingFamily<Variation.Corruption>.self)
  package static let networkError = Self(ExpectingFamily<NetworkChange>.self)
  package static let stream = Self(ExpectingFamily<Variation.StreamChange>.self)
  package static let empty = Self(ExpectingFamily<Variation.EmptyBody>.self)
  package static let equivalent = Self(EquivalentFamily.self)
  package static let fields = Self(FieldsFamily.self)
  package static let hostile = Self(HostileFamily.self)
  package static let security = Self(SecurityFamily.self)
  package static let steps = Self(StepsFamily.self)
}
