import Foundation

@testable import ContractCore

extension Target {
  /// A multipart body and a form have the same parts after they were written again, or an error with a description. Any
  /// bytes can be a part, and any text can be a value. The first line of the input is the Content-Type, and the rest is
  /// the body.
  static func checkBodies(_ bytes: [UInt8]) {
    let end = bytes.firstIndex(of: 0x0A) ?? bytes.count
    let body = Array(bytes[end...].dropFirst())
    checkForm(body)
    checkParts([Multipart.Part(headers: Headers(), body: body[...])])
    let type = String(decoding: bytes[..<end], as: UTF8.self)
    do throws(Multipart.SyntaxError) {
      let multipart = try Multipart(body, contentType: [type])
      _ = multipart.nearMiss?.text
      checkParts(multipart.parts)
      for (index, part) in multipart.parts.enumerated() {
        _ = try Multipart.Disposition(of: part, number: index + 1, isForm: multipart.isForm)
      }
    } catch {
      require(!error.text.isEmpty && !error.text.contains("\n"), "the error is not one line: \(error.text)")
    }
  }

  private static func checkParts(_ parts: [Multipart.Part]) {
    let boundary = (0...parts.count).lazy.map { "boundary-\($0)" }
      .first { boundary in parts.allSatisfy { $0.body.firstRange(of: Array(boundary.utf8)) == nil } }
    guard let boundary else { return }
    var text: [UInt8] = []
    for part in parts {
      text += "--\(boundary)\r\n".utf8
      for line in part.headers.lines { text += "\(line.name): \(line.value)\r\n".utf8 }
      text += Array("\r\n".utf8) + part.body + Array("\r\n".utf8)
    }
    text += "--\(boundary)--".utf8
    let again = try? Multipart(text, contentType: ["multipart/mixed; boundary=\(boundary)"])
    func trimmed(_ part: Multipart.Part) -> [String] {
      part.headers.lines.map { "\($0.name): \($0.value)".trimmingCharacters(in: [" ", "\t"]) }
    }
    require(
      again?.parts.map { Array($0.body) } == parts.map { Array($0.body) },
      "the parts are \(parts.map { shown($0.body) }), but \(again?.parts.map { shown($0.body) } ?? []) after they were "
        + "written again")
    require(
      again?.parts.map(trimmed) == parts.map(trimmed),
      "the headers are \(parts.map(trimmed)), but \(again?.parts.map(trimmed) ?? []) after they were written again")
  }

  private static func checkForm(_ text: [UInt8]) {
    let form = Form(text)
    func escaped(_ text: String) -> String {
      text.utf8.map { "%" + Hexadecimal.text(UInt32($0), width: 2) }.joined()
    }
    if let value = String(validating: text, as: UTF8.self) {
      let read = Form(Array("=\(escaped(value))".utf8))[""].map(\.text)
      require(
        read.count == 1 && read[0].isExactly(value),
        "the value \(value.debugDescription) is \(read) after it was written")
    }
    var written: [String] = []
    for name in form.names {
      require(!form[name].isEmpty, "the name \(name.debugDescription) has no value")
      written += form[name].map { "\(escaped(name))=\(escaped($0.text))" }
    }
    let again = Form(Array(written.joined(separator: "&").utf8))
    require(again.names == form.names, "the names are \(form.names), but \(again.names) after they were written again")
    for name in form.names {
      let (old, new) = (form[name].map(\.text), again[name].map(\.text))
      require(
        old.elementsEqual(new) { $0.isExactly($1) },
        "the values of \(name.debugDescription) are \(old), but \(new) after they were written again")
    }
  }
}
