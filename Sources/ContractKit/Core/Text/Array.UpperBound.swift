extension Array {
  /// Returns how many elements are not greater than a value. The elements must be in ascending order.
  package func upperBound(of value: Int, by key: (Element) -> Int) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if key(self[middle]) <= value { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
