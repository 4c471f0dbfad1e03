extension Variation.Family {
  /// All families, in the order of reports. Everything else goes through this list.
  package static let allCases: [Self] = [
    statusError, nonHTTP, corruptJSON, corruptBody, networkError, stream, empty, equivalent, fields, hostile, security,
    steps, waits, pages, inputs, locale, group, cancel, reconnect,
  ]

  package static let statusError = Self(ExpectingFamily<StatusChange>.self)
  package static let nonHTTP = Self(ExpectingFamily<NonHTTPChange>.self)
  package static let corruptJSON = Self(ExpectingFamily<Variation.Corruption>.self)
  package static let corruptBody = Self(ExpectingFamily<BodyCorruption>.self)
  package static let networkError = Self(ExpectingFamily<NetworkChange>.self)
  package static let stream = Self(ExpectingFamily<Variation.StreamChange>.self)
  package static let empty = Self(ExpectingFamily<Variation.EmptyBody>.self)
  package static let equivalent = Self(EquivalentFamily.self)
  package static let fields = Self(FieldsFamily.self)
  package static let hostile = Self(HostileFamily.self)
  package static let security = Self(SecurityFamily.self)
  package static let steps = Self(StepsFamily.self)
  package static let waits = Self(WaitsFamily.self)
  package static let pages = Self(PagesFamily.self)
  package static let inputs = Self(InputsFamily.self)
  package static let locale = Self(LocaleFamily.self)
  package static let group = Self(GroupFamily.self)
  package static let cancel = Self(CancelFamily.self)
  package static let reconnect = Self(ReconnectFamily.self)
}

// What changes, as a variation.
extension Variation {
  package static func nonHTTP(withBody: Bool) -> Variation { Variation(NonHTTPChange(hasBody: withBody)) }
  package static func corruptJSON(_ corruption: Corruption) -> Variation { Variation(corruption) }
  package static func stream(_ change: StreamChange) -> Variation { Variation(change) }
  package static func empty(_ body: EmptyBody) -> Variation { Variation(body) }
  package static func equivalent(_ equivalence: Equivalence) -> Variation { Variation(equivalence) }
  package static func field(_ change: FieldChange) -> Variation { Variation(change) }
  package static func hostile(_ value: HostileValue) -> Variation { Variation(value) }
  package static func security(_ variation: SecurityVariation) -> Variation { Variation(variation) }
}
