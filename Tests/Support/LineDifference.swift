/// A comparison of two texts, line by line, for a person.
enum LineDifference {
  /// Returns the difference of a text from the bytes of a file. Nil if there is none. No text is the same as an absent
  /// file.
  static func text(file: [UInt8]?, actual: String) -> String? {
    guard let file else { return "  there is no such file\n" + text(expected: "", actual: actual) }
    return file.elementsEqual(actual.utf8) ? nil : text(expected: String(decoding: file, as: UTF8.self), actual: actual)
  }

  /// Returns the lines that differ, each with the line before and the line after: `-` expected, `+` actual.
  static func text(expected: String, actual: String) -> String {
    let (old, new) = (lines(expected), lines(actual))
    let difference = new.difference(from: old)
    var removed: Set<Int> = []
    var inserted: Set<Int> = []
    for change in difference {
      switch change {
      case .remove(let offset, _, _): removed.insert(offset)
      case .insert(let offset, _, _): inserted.insert(offset)
      }
    }
    var shown: [(sign: String, line: String)] = []
    var (i, j) = (0, 0)
    while i < old.count || j < new.count {
      if i < old.count, removed.contains(i) {
        shown.append(("-", old[i]))
        i += 1
      } else if j < new.count, inserted.contains(j) {
        shown.append(("+", new[j]))
        j += 1
      } else {
        shown.append((" ", new[j]))
        (i, j) = (i + 1, j + 1)
      }
    }
    let near = shown.indices.filter { index in
      shown[max(0, index - 1)...min(shown.count - 1, index + 1)].contains { $0.sign != " " }
    }
    var result: [String] = []
    for (place, index) in near.enumerated() {
      if place > 0, near[place - 1] != index - 1 { result.append("  …") }
      result.append("  \(shown[index].sign) \(shown[index].line)")
    }
    return result.joined(separator: "\n")
  }

  /// Returns the lines, with invisible characters made visible.
  private static func lines(_ text: String) -> [String] {
    text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      var shown = ""
      for scalar in line.unicodeScalars {
        if scalar.value < 0x20 || scalar.value == 0x7F {
          shown += scalar.escaped(asASCII: false)
        } else {
          shown.unicodeScalars.append(scalar)
        }
      }
      return shown
    }
  }
}
