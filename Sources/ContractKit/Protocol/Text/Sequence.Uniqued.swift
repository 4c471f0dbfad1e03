extension Sequence {
  /// Returns the elements without those whose key an earlier one has.
  @inlinable package func uniqued<Key: Hashable>(on key: (Element) -> Key) -> [Element] {
    var keys: Set<Key> = []
    return filter { keys.insert(key($0)).inserted }
  }

  /// Returns the elements with the same key together, in the order in which the keys occur first.
  @inlinable package func grouped<Key: Hashable>(by key: (Element) -> Key) -> [(key: Key, elements: [Element])] {
    var groups: [(key: Key, elements: [Element])] = []
    var keys = Numbering<Key>()
    for element in self {
      let key = key(element)
      let number = keys.number(of: key)
      if number == groups.count { groups.append((key, [])) }
      groups[number].elements.append(element)
    }
    return groups
  }
}

extension Sequence where Element: Hashable {
  /// Returns the elements without repetitions.
  @inlinable package func uniqued() -> [Element] { uniqued { $0 } }
}

extension Collection {
  /// Returns the stretches of neighbors that are the same in some way.
  @inlinable package func chunked(by areSame: (Element, Element) -> Bool) -> [SubSequence] {
    var chunks: [SubSequence] = []
    var rest = self[...]
    while let first = rest.first {
      let chunk = rest.prefix { areSame(first, $0) }
      chunks.append(chunk)
      rest = rest[chunk.endIndex...]
    }
    return chunks
  }
}

/// Returns a copy of a value after a change.
@inlinable package func copy<Value>(of value: Value, _ change: (inout Value) -> Void) -> Value {
  var copy = value
  change(&copy)
  return copy
}
