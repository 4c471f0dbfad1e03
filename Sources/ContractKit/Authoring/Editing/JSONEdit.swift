package import ContractCore

/// A change of one value in a JSON text that somebody wrote.
package struct JSONEdit: Sendable {
  /// What changes.
  package enum Change: Sendable {
    /// Adds a member to an object: before the member `before` if the object has that, otherwise at the end. If the
    /// object already has a member of the new name, replaces its value.
    case add(String, JSON, before: String? = nil)
    /// Adds an element at the end of an array.
    case append(JSON)
    /// Replaces a value.
    case replace(JSON)
    /// Removes a member of an object. It cannot be combined with changes that add to the same object.
    case remove(String)
  }

  /// The place of the object, array or value that changes.
  package var range: SourceRange
  /// What changes there.
  package var change: Change

  /// Makes a change of the value at a place.
  package init(at range: SourceRange, _ change: Change) {
    self.range = range
    self.change = change
  }
}
