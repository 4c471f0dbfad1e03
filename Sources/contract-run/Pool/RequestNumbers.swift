/// The numbers of a call's requests: each comes once, nearly always in order.
struct RequestNumbers {
  /// All up to this one have come.
  private var complete = 0
  /// Those that came before one that is missing.
  private var beyond: Set<Int> = []

  /// Takes note of a number, from 1; false where it came before.
  mutating func insert(_ number: Int) -> Bool {
    if number <= complete { return false }
    if number != complete + 1 { return beyond.insert(number).inserted }
    complete = number
    while !beyond.isEmpty, beyond.remove(complete + 1) != nil { complete += 1 }
    return true
  }

  /// The highest number that came; 0 where none did.
  var last: Int { beyond.max() ?? complete }

  /// The lowest number that did not come, although a higher one did; nil where none is missing.
  var firstMissing: Int? { beyond.isEmpty ? nil : complete + 1 }
}
