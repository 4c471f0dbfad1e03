extension String {
  /// Returns the text without what varies from call to call and from machine to machine: numbers, ids and ports of this
  /// machine are `0`, and URLs begin with their path.
  ///
  /// - Parameters:
  ///   - hosts: Hosts, perhaps with a port, that stand for the same server as a port of this machine.
  ///   - keepsDigits: The largest number of digits of a number that does not vary.
  package func steady(hosts: [String] = [], keepsDigits: Int = 0) -> String {
    var text = self
    for host in hosts where !host.isEmpty && text.hasBytes(of: host) {
      text = text.replacing(host, with: "127.0.0.1:0")
    }
    var bytes: [UInt8] = []
    var rest = Array(text.utf8)[...]
    while let byte = rest.first {
      let isInWord = bytes.last.map { $0.isLetter || $0.isDigit } ?? false
      if !isInWord, let end = rest.endOfLoopback {
        rest = rest[end...]
        bytes.append(UInt8(ascii: "0"))
      } else if !isInWord, let end = rest.endOfID {
        rest = rest[end...]
        bytes.append(UInt8(ascii: "0"))
      } else if byte.isDigit {
        // With its fraction.
        let number = rest.prefix { $0.isDigit || $0 == UInt8(ascii: ".") }
        rest = rest[number.endIndex...]
        if number.count <= keepsDigits { bytes += number } else { bytes.append(UInt8(ascii: "0")) }
      } else if rest.starts(with: "://".utf8) {
        while bytes.last?.isLetter == true { bytes.removeLast() }
        rest = rest.dropFirst(3).drop { $0 != UInt8(ascii: "/") && $0 > 0x20 && $0 != UInt8(ascii: "\"") }
      } else {
        bytes.append(byte)
        rest = rest.dropFirst()
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}

extension String {
  /// Returns whether the text contains another one byte for byte. Foundation's and Swift's own searches take longer than
  /// all else that is done with a short text.
  fileprivate func hasBytes(of other: String) -> Bool {
    let (all, sought) = (Array(utf8), Array(other.utf8))
    guard let first = sought.first else { return true }
    var start = 0
    while let index = all.firstIndex(of: first, from: start) {
      if all[index...].starts(with: sought) { return true }
      start = index + 1
    }
    return false
  }
}

extension ArraySlice<UInt8> {
  /// The end of the host of this machine with a port that the text begins with; nil if it begins with none.
  fileprivate var endOfLoopback: Index? {
    let name = "localhost".utf8
    let host = starts(with: name) ? prefix(name.count) : prefix { $0.isDigit || $0 == UInt8(ascii: ".") }
    let rest = self[host.endIndex...]
    guard host.starts(with: "127.".utf8) || host.starts(with: name), rest.first == UInt8(ascii: ":") else { return nil }
    return rest.dropFirst().drop(while: \.isDigit).startIndex
  }

  /// The fewest digits of an id in hexadecimal.
  private static let idLength = 8

  /// The end of the id in hexadecimal, perhaps with hyphens, that the text begins with; nil if it begins with none. Words
  /// have no digits.
  fileprivate var endOfID: Index? {
    let isAddress = starts(with: "0x".utf8)
    let id = dropFirst(isAddress ? 2 : 0).prefix { $0.isHexDigit || $0 == UInt8(ascii: "-") }
    let isWhole = id.endIndex == endIndex || !self[id.endIndex].isLetter
    let isID = id.count >= Self.idLength && id.contains(where: \.isDigit) && id.contains(where: \.isLetter)
    return isWhole && (isAddress && !id.isEmpty || isID) ? id.endIndex : nil
  }
}
