import Foundation

@testable import ContractCore

/// Prints a sentence and ends the process if a property does not hold. libFuzzer then writes the input to a file.
func require(_ holds: Bool, _ sentence: @autoclosure () -> String) {
  if holds { return }
  FileHandle.standardError.write(Data("\nfuzz: \(sentence())\n".utf8))
  abort()
}

/// Returns bytes as a person can read them.
func shown(_ bytes: some Sequence<UInt8>) -> String { String(decoding: Array(bytes), as: UTF8.self).debugDescription }

/// Checks that people can use each diagnostic of a text: it has one line of words, and a place inside the text.
func requireUsable(_ diagnostics: [Diagnostic], in source: Source) {
  for diagnostic in diagnostics {
    let range = diagnostic.range
    require(
      range.source === source && range.end <= source.bytes.count,
      "\"\(diagnostic.message)\" is at bytes \(range.start) to \(range.end) of \"\(range.source.path)\", not of the "
        + "\(source.bytes.count) bytes that were read")
    require(
      !diagnostic.message.isEmpty && !(diagnostic.notes + [diagnostic.message]).contains { $0.contains("\n") },
      "the message at \(diagnostic.place) is not one line: \(diagnostic.text.debugDescription)")
  }
  // To write all of them would take longer than everything else.
  for diagnostic in diagnostics.prefix(3) { _ = (diagnostic.range.pointer, diagnostic.text) }
}
