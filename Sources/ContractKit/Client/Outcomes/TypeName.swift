/// Returns a type's name as contracts write it: with its enclosing types and without modules, such as
/// `Outer.Inner<Int>`.
func typeName(of type: Any.Type) -> String {
  let qualified = _typeName(type, qualified: true)
  let bytes = Array(qualified.utf8)
  if let dot = bytes.firstIndex(of: UInt8(ascii: ".")), dot > 0, dot + 1 < bytes.count,
    bytes[..<dot].allSatisfy(isWordByte), bytes[(dot + 1)...].allSatisfy(isWordByte)
  {
    // A module and a name, as for nearly all types. There is no need to inspect characters.
    return String(decoding: bytes[(dot + 1)...], as: UTF8.self)
  }
  var name = ""
  var pieces: [Substring] = []
  var rest = Substring(qualified)

  // The first piece of a dotted name is its module. A private type has a piece in parentheses that identifies its
  // context.
  func close() {
    let named = pieces.filter { !$0.hasPrefix("(unknown context") }
    name += (named.count > 1 ? named.dropFirst() : named[...]).joined(separator: ".")
    pieces = []
  }

  while let first = rest.first {
    if rest.hasPrefix("(extension in "), let end = rest.firstIndex(of: ":") {
      // A type in an extension of another module's type: its own name follows, with the modules of its enclosing types.
      rest = rest[rest.index(after: end)...]
    } else if first == "(" && rest.hasPrefix("(unknown context") {
      let end = rest.firstIndex(of: ")") ?? rest.index(before: rest.endIndex)
      pieces.append(rest[...end])
      rest = rest[rest.index(after: end)...]
    } else if first.isLetter || first.isNumber || first == "_" {
      let piece = rest.prefix { $0.isLetter || $0.isNumber || $0 == "_" }
      pieces.append(piece)
      rest = rest.dropFirst(piece.count)
    } else if first == "." && !pieces.isEmpty {
      rest = rest.dropFirst()
    } else {
      close()
      name.append(first)
      rest = rest.dropFirst()
    }
  }
  close()
  return name
}

private func isWordByte(_ byte: UInt8) -> Bool { byte.isLetter || byte.isDigit || byte == UInt8(ascii: "_") }

/// Returns the name of an enum's case, regardless of its description, or nil if the value is not a Swift enum.
func caseName<Value>(of value: Value) -> String? {
  guard Mirror(reflecting: value).displayStyle == .enum else { return nil }
  return runtimeCaseName(value).map { String(cString: $0) }
}

/// Returns the name with which the runtime prints an enum. The function is part of the stable ABI on Apple platforms.
@_silgen_name("swift_EnumCaseName")
private func runtimeCaseName<Value>(_ value: Value) -> UnsafePointer<CChar>?
