import Foundation

/// The texts of a response that a variation writes differently: the body, the data of its events or lines, and headers.
struct UnreadTexts {
  private typealias Pair = (old: String, new: String)

  /// The texts as a client returns them, in each of the usual ways: as they are, or without the white space around them.
  private let ways: [[Pair]]

  init(_ response: Response, _ varied: Response) {
    let bodies = Self.bodies(response, varied)
    let texts = bodies.map { Pair(String(decoding: $0, as: UTF8.self), String(decoding: $1, as: UTF8.self)) }
    let data = bodies.map { Pair(Data($0).base64EncodedString(), Data($1).base64EncodedString()) }
    let isSameHead = response.headers.lines.count == varied.headers.lines.count
    let headers = isSameHead ? zip(response.headers.lines, varied.headers.lines).map { Pair($0.value, $1.value) } : []
    ways = [texts, texts.map { Pair(Self.trimmed($0.old), Self.trimmed($0.new)) }].map { way in
      (way + data + headers).filter { !$0.new.isEmpty && $0.old != $0.new }
    }
  }

  /// Returns the whole bodies, and the data of the events or lines of streams.
  private static func bodies(_ response: Response, _ varied: Response) -> [(old: [UInt8], new: [UInt8])] {
    let (old, new) = (response.body?.bytes ?? [], varied.body?.bytes ?? [])
    guard let format = response.streamFormat else { return [(old, new)] }
    let (first, second) = (StreamedBody(old, format), StreamedBody(new, format))
    return [(old, new)] + zip(first.events.map(first.value), second.events.map(second.value)).map { ($0, $1) }
  }

  private static func trimmed(_ text: String) -> String { text.trimmingCharacters(in: .whitespacesAndNewlines) }

  /// Returns an outcome with the texts of the contract's response in place of the different ones, for each way in which a
  /// client can return them.
  func restored(_ outcome: Outcome) -> [Outcome] {
    DeepStack.run {
      ways.filter { !$0.isEmpty }.map { pairs in outcome.mapValues { Self.restored($0, pairs) } }
    }
  }

  private static func restored(_ value: JSON, _ pairs: [Pair]) -> JSON {
    value.unfolded.mapStrings { text in
      .string(pairs.reduce(text) { $0.replacingOccurrences(of: $1.new, with: $1.old, options: .literal) })
    }
  }
}
