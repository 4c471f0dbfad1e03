/// The array keywords of one schema. Schemas are given as node indexes.
package final class ArrayRules: Sendable {
  /// `contains` with its bounds.
  struct Contains: Sendable {
    var schema: Int
    var place: Int
    var minimum = 1
    var minimumPlace: Int?
    var maximum: Int?
    var maximumPlace: Int?
  }

  let prefix: [Int]
  let items: Placed<Int>?
  let contains: Contains?
  let minItems: Placed<Int>?
  let maxItems: Placed<Int>?
  /// The place of `uniqueItems` if it is true; otherwise nil.
  let unique: Int?
  let unevaluated: Placed<Int>?

  init(
    prefix: [Int] = [], items: Placed<Int>? = nil, contains: Contains? = nil, minItems: Placed<Int>? = nil,
    maxItems: Placed<Int>? = nil, unique: Int? = nil, unevaluated: Placed<Int>? = nil
  ) {
    (self.prefix, self.items, self.contains, self.minItems) = (prefix, items, contains, minItems)
    (self.maxItems, self.unique, self.unevaluated) = (maxItems, unique, unevaluated)
  }
}
