import ContractCore

/// File names for imported contracts: valid on every system, and different even where case does not matter.
struct ImportedFileNames {
  /// The names that were given, in lower case.
  private var taken: Set<String> = []

  /// The longest name before the ending, in bytes. Most file systems allow 255.
  static let limit = 100
  /// Names that Windows reserves for devices, with any ending.
  private static let devices = Set(
    ["con", "prn", "aux", "nul"] + (0...9).flatMap { ["com\($0)", "lpt\($0)"] })

  /// Marks a name as taken.
  mutating func take(_ name: String) { taken.insert(name.lowercased()) }

  /// Returns a name for an operation. A name that is too long or already taken gets a number made from the operation
  /// and where it comes from, so that it stays the same when other operations are added.
  mutating func name(for operation: String, from origin: String) -> String {
    var name = Self.plain(operation)
    if name.utf8.count > Self.limit || taken.contains(name.lowercased()) {
      let digest = Hexadecimal.text(
        UInt32(truncatingIfNeeded: Fingerprint(of: "\(origin)\n\(operation)".utf8).number), width: 8)
      name = "\(String(decoding: name.utf8.prefix(Self.limit), as: UTF8.self))-\(digest)"
    }
    var (unique, count) = (name, 1)
    while !taken.insert(unique.lowercased()).inserted {
      count += 1
      unique = "\(name)-\(count)"
    }
    return unique
  }

  /// Returns the operation with only letters, digits, `_`, `-` and `.`, without a `.` at its ends.
  private static func plain(_ operation: String) -> String {
    var name = ""
    for scalar in operation.unicodeScalars {
      let isPlain =
        scalar.isASCII
        && (UInt8(ascii: scalar).isLetter || UInt8(ascii: scalar).isDigit || "_-.".unicodeScalars.contains(scalar))
      if isPlain { name.unicodeScalars.append(scalar) } else if name.last != "-" { name += "-" }
    }
    while let last = name.last, "-.".contains(last) { name.removeLast() }
    while let first = name.first, "-.".contains(first) { name.removeFirst() }
    if name.isEmpty { return "operation" }
    let stem = name.prefix { $0 != "." }.lowercased()
    return devices.contains(stem) ? "_" + name : name
  }
}
