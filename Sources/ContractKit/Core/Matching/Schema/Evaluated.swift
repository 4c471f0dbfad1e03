/// The members of an object, or elements of an array, that a schema and its in-place subschemas have evaluated.
package final class Evaluated {
  private(set) var areAll = false
  private var marks: [Bool]

  init(_ count: Int) { marks = Array(repeating: false, count: count) }

  func insert(_ index: Int) { marks[index] = true }

  func insertAll() { areAll = true }

  func contains(_ index: Int) -> Bool { areAll || marks[index] }

  func formUnion(_ other: Evaluated) {
    if other.areAll { areAll = true }
    if areAll { return }
    for index in marks.indices where other.marks[index] { marks[index] = true }
  }

  /// An empty record for the same value.
  var empty: Evaluated { Evaluated(marks.count) }
}
