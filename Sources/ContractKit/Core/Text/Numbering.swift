/// Values with numbers from 0, in the order in which they occur first.
package struct Numbering<Value: Hashable> {
  /// The values by their numbers.
  package private(set) var all: [Value] = []
  private var numbers: [Value: Int] = [:]

  package init() {}

  /// Returns the number of a value, which is added if it is new.
  package mutating func number(of value: Value) -> Int {
    if let number = numbers[value] { return number }
    numbers[value] = all.count
    all.append(value)
    return all.count - 1
  }
}
