/// A value without its secrets: what people see of a call.
///
/// Only `Secrets` makes one. So what takes it, such as a report, cannot be given a value in which secrets were forgotten.
@dynamicMemberLookup
package struct Masked<Value: Maskable>: Sendable {
  fileprivate(set) var boxed: Boxed<Value>
  package var value: Value { _read { yield boxed.value } }

  fileprivate init(_ boxed: Boxed<Value>) { self.boxed = boxed }

  package subscript<Member>(dynamicMember member: KeyPath<Value, Member>) -> Member {
    value[keyPath: member]
  }

  /// A truth value, which cannot be a secret, can be set later.
  package subscript(dynamicMember member: WritableKeyPath<Value, Bool>) -> Bool {
    get { value[keyPath: member] }
    set { boxed.value[keyPath: member] = newValue }
  }

  /// Returns a part, which has no secrets either.
  package func part<Part: Maskable>(_ part: KeyPath<Value, Part>) -> Masked<Part> {
    Masked<Part>(Boxed(value[keyPath: part]))
  }
}

extension Secrets {
  /// Returns a value in the form that people may see.
  package func applied<Value: Maskable>(to value: Value) -> Masked<Value> { Masked(Boxed(masked(value))) }

  /// Returns a value in the form that people may see. If there is nothing to hide in it, both share one object.
  package func applied<Value: Maskable>(to boxed: Boxed<Value>) -> Masked<Value> {
    boxed.value.hasNothingToHide ? Masked(boxed) : applied(to: boxed.value)
  }

  /// Returns a value without its secrets, for a text that is a part of another value.
  package func masked<Value: Maskable>(_ value: Value) -> Value {
    value.hasNothingToHide ? value : value.masked(by: self)
  }
}

/// What can have secrets: it lists its parts that can, or hides them in another way.
package protocol Maskable: Sendable {
  static var secretParts: [SecretPart<Self>] { get }
  /// Whether it certainly has no secrets, so that people may see it as it is; false by default.
  var hasNothingToHide: Bool { get }

  func masked(by secrets: Secrets) -> Self
}

/// A part of a value, by the way to hide secrets in it.
package struct SecretPart<Whole> {
  fileprivate let hide: (inout Whole, Secrets) -> Void

  package init<Part: Maskable>(_ part: WritableKeyPath<Whole, Part>) {
    hide = { $0[keyPath: part] = $1.masked($0[keyPath: part]) }
  }
}

extension Maskable {
  package static var secretParts: [SecretPart<Self>] { [] }
  package var hasNothingToHide: Bool { false }

  package func masked(by secrets: Secrets) -> Self {
    var shown = self
    for part in Self.secretParts { part.hide(&shown, secrets) }
    return shown
  }
}

extension Optional: Maskable where Wrapped: Maskable {
  package func masked(by secrets: Secrets) -> Wrapped? { map(secrets.masked) }
}

extension Array: Maskable where Element: Maskable {
  package func masked(by secrets: Secrets) -> [Element] { map(secrets.masked) }
}

extension Dictionary: Maskable where Key == String, Value: Maskable {
  package func masked(by secrets: Secrets) -> [String: Value] { mapValues(secrets.masked) }
}
