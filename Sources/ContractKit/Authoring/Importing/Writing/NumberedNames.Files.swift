import ContractCore

// File names for imported contracts: valid on every system.
extension NumberedNames {
  /// The longest name before the ending, in bytes. Most file systems allow 255.
  private static let limit = 100
  /// Names that Windows reserves for devices, with any ending.
  private static let devices = Set(["con", "prn", "aux", "nul"] + (0...9).flatMap { ["com\($0)", "lpt\($0)"] })

  /// Returns a name for an operation. A name that is too long or already taken gets a number made from the operation
  /// and where it comes from, so that it stays the same when other operations are added.
  mutating func file(for operation: String, from origin: String) -> String {
    let name = Self.plain(operation)
    if name.utf8.count <= Self.limit, reserve(name) { return name }
    let digest = Fingerprint(of: "\(origin)\n\(operation)".utf8).text.suffix(8)
    let beginning = String(decoding: name.utf8.prefix(Self.limit), as: UTF8.self)
    return unique("\(beginning)-\(digest)") { "\(beginning)-\(digest)-\($0)" }
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
