/// An entry of a file of reviews that names variations which do not exist any more.
package struct StaleFieldReview: Sendable {
  /// The entry.
  package let review: FieldReview
  /// The changes that do not exist.
  package let missing: [FieldReview.Key]
}
