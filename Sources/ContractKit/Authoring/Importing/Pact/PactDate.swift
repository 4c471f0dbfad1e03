import ContractCore

/// A date in a format of Java's DateTimeFormatter.
struct PactDate {
  private let format: String
  private let kind: String

  /// - Parameter kind: The name of the matcher. It decides the default format.
  init(_ format: String?, kind: String) {
    (self.format, self.kind) = (format ?? Self.standard[kind] ?? "", kind)
  }

  private static let standard = [
    "date": "yyyy-MM-dd", "time": "HH:mm:ss", "timestamp": "yyyy-MM-dd'T'HH:mm:ssXXX",
    "datetime": "yyyy-MM-dd'T'HH:mm:ssXXX",
  ]

  func pattern(_ value: ImportValue) -> JSON {
    if format == "yyyy-MM-dd" { return ["$format": "date"] }
    let start = "yyyy-MM-dd'T'HH:mm:ss"
    let zones = ["XXX", "'Z'", ".SSSXXX", ".SSS'Z'", "ZZZZZ", ".SSSSSSXXX"]
    if zones.contains(where: { format == start + $0 }) {
      return ["$format": "date-time"]
    }
    guard let expression else {
      value.note("the format '\(format)' is not known; any text is accepted")
      return ["$type": "string"]
    }
    return ["$regex": .string("^\(expression)$")]
  }

  /// An expression for the format; nil if it has a letter that is not known.
  private var expression: String? {
    var expression = ""
    var rest = format[...]
    while let first = rest.first {
      if first == "'" {
        let text = rest.dropFirst().prefix { $0 != "'" }
        expression += text.isEmpty ? "'" : String(text).expression
        rest = rest.dropFirst(text.count + 2)
        continue
      }
      // An optional part.
      if first == "[" || first == "]" {
        expression += first == "[" ? "(?:" : ")?"
        rest = rest.dropFirst()
        continue
      }
      let run = rest.prefix { $0 == first }
      rest = rest.dropFirst(run.count)
      if !first.isLetter {
        expression += String(run).expression
        continue
      }
      guard let part = Self.part(first, run.count) else { return nil }
      expression += part
    }
    return expression
  }

  private static func part(_ letter: Character, _ count: Int) -> String? {
    switch letter {
    case "y", "u": return count == 2 ? #"\d{2}"# : #"\d{4,}"#
    case "M", "L": return count > 2 ? #"[A-Za-z.]+"# : count == 2 ? #"\d{2}"# : #"\d{1,2}"#
    case "d", "H", "h", "k", "K", "m", "s": return count == 2 ? #"\d{2}"# : #"\d{1,2}"#
    case "D": return #"\d{1,3}"#
    case "S", "n": return "\\d{\(count)}"
    case "E": return "[A-Za-z.]+"
    case "a": return "[AaPp][Mm]"
    case "X":
      return count == 1 ? #"(?:Z|[+-]\d{2}(?:\d{2})?)"# : count == 2 ? #"(?:Z|[+-]\d{4})"# : #"(?:Z|[+-]\d{2}:\d{2})"#
    case "x", "Z": return count < 3 ? #"[+-]\d{2}(?:\d{2})?"# : #"[+-]\d{2}:\d{2}"#
    case "z", "V", "O": return #"[A-Za-z0-9_/+:-]+"#
    default: return nil
    }
  }
}
