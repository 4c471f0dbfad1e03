/// How much work documents may take, so that none takes longer, or becomes larger, than its size explains.
///
/// Work is counted in steps, and not in seconds, so that a document stops at the same place on every machine. A step is
/// one schema or rule that is applied, one comparison of two parts, or a few bytes that are written. What could take more
/// than a fixed multiple of the size of a document spends steps, and does nothing more once they are used up: its result
/// is not used. It belongs to one thread.
final class ImportBudget {
  /// The steps for any document, and those for each of its bytes.
  private static let base = 1 << 19
  private static let stepsForByte = 8
  /// The part of what is left that one item may take, so that the next ones have steps, too.
  private static let part = 4
  private static let bytesForStep = 8

  private(set) var limit = base
  private(set) var spent = 0
  /// The number of steps at which the item that is read now is given up; nil outside of items.
  private var end: Int?

  private var files: Set<String> = []

  func add(bytes: Int) { limit += bytes * Self.stepsForByte }

  /// Adds the steps for a file, once, however often it is used.
  func add(file: String, bytes: Int) { if files.insert(file).inserted { add(bytes: bytes) } }

  /// Whether the item that is read now has taken all of its steps.
  var isUsedUp: Bool { spent >= end ?? limit }

  /// Counts steps. Returns whether some are left.
  @discardableResult func spend(_ steps: Int = 1) -> Bool {
    spent += min(steps, left)
    return !isUsedUp
  }

  /// Counts bytes that are written. Returns whether steps are left.
  @discardableResult func spend(bytes: Int) -> Bool { spend(1 + bytes / Self.bytesForStep) }

  /// The number of steps that are left for what is read now.
  var left: Int { max(0, (end ?? limit) - spent) }

  /// Reads one item, such as an operation. Returns nil if it takes too many steps.
  ///
  /// - Parameter most: The largest number of steps; by default, the item's part of what is left.
  func item<Result>(upTo most: Int = .max, _ read: () -> Result) -> Result? {
    let outer = end
    end = spent + min(most, outer == nil ? left / Self.part : left)
    defer { end = outer }
    let result = read()
    return isUsedUp ? nil : result
  }
}
