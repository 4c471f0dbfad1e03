/// The array keywords of one schema. Schemas are given as node indexes.
package final class ArrayRules: Sendable {
  /// `contains` with its bounds.
  struct Contains: Sendable {
    var schema: Int
    var rangeIndex: Int
    var minimum = 1
    var minimumRange: Int?
    var maximum: Int?
    var maximumRange: Int?
  }

  let prefix: [Int]
  let items: Ranged<Int>?
  let contains: Contains?
  let minItems: Ranged<Int>?
  let maxItems: Ranged<Int>?
  /// The place of `uniqueItems` if it is true; otherwise nil.
  let unique: Int?
  let unevaluated: Ranged<Int>?

  init(
    prefix: [Int] = [], items: Ranged<Int>? = nil, contains: Contains? = nil, minItems: Ranged<Int>? = nil,
    maxItems: Ranged<Int>? = nil, unique: Int? = nil, unevaluated: Ranged<Int>? = nil
  ) {
    (self.prefix, self.items, self.contains, self.minItems) = (prefix, items, contains, minItems)
    (self.maxItems, self.unique, self.unevaluated) = (maxItems, unique, unevaluated)
  }
}
