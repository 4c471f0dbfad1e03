/// A value in an object. Copies share the object until one of them changes it, so that a large value costs no more to keep
/// and to hand on than a reference.
@usableFromInline package struct Boxed<Value: Sendable>: Sendable {
  // Its value changes only while nothing else refers to it.
  @usableFromInline final class Box: @unchecked Sendable {
    @usableFromInline var value: Value

    @inlinable init(_ value: Value) { self.value = value }
  }

  @usableFromInline var box: Box

  @inlinable package init(_ value: Value) { box = Box(value) }

  @inlinable package var value: Value {
    _read { yield box.value }
    _modify {
      if !isKnownUniquelyReferenced(&box) { box = Box(box.value) }
      yield &box.value
    }
  }
}

/// A value that few have. It is in an object, so that all others keep only the room for a reference to it.
@propertyWrapper
@usableFromInline package struct Rare<Value: Sendable>: Sendable {
  @usableFromInline var boxed: Boxed<Value>?

  @inlinable package init(wrappedValue: Value?) { boxed = wrappedValue.map(Boxed.init) }

  @inlinable package var wrappedValue: Value? {
    get { boxed?.value }
    set { boxed = newValue.map(Boxed.init) }
  }
}
