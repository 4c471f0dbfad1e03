/// The body of a response that is a stream.
struct StreamedBody {
  /// A line without its end, and its end: LF, CR, both, or none at the end of the body.
  struct Line {
    var text: [UInt8]
    var end: [UInt8]

    /// The name of the line's field, and its value without the space before it; nil if it is empty or a comment.
    var field: (name: [UInt8], value: ArraySlice<UInt8>)? {
      let name = text.prefix { $0 != UInt8(ascii: ":") }
      if name.isEmpty { return nil }
      let value = text.dropFirst(name.count + 1)
      return (Array(name), value.first == UInt8(ascii: " ") ? value.dropFirst() : value)
    }

    /// Returns the value of the line's field if it has this name; otherwise nil.
    func value(of name: String) -> ArraySlice<UInt8>? {
      field.flatMap { $0.name.elementsEqual(name.utf8) ? $0.value : nil }
    }

    var isData: Bool { value(of: "data") != nil }
  }

  private let format: StreamFormat
  /// The name of the event that ends the stream; nil if no event must.
  private let end: String?
  /// The lines, without a byte order mark.
  private(set) var lines: [Line]
  private let mark: [UInt8]
  /// The lines of each event that a client receives, with the empty line at its end; of JSON lines each line that is not
  /// empty.
  let events: [Range<Int>]

  static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]
  private static let lineFeed: [UInt8] = [0x0A]

  init(_ bytes: [UInt8], _ format: StreamFormat, end: String? = nil) {
    (self.format, self.end) = (format, end)
    mark = format == .events && bytes.starts(with: Self.byteOrderMark) ? Self.byteOrderMark : []
    lines = Self.lines(bytes.dropFirst(mark.count), format)
    events = Self.events(lines, format)
  }

  private static func lines(_ bytes: ArraySlice<UInt8>, _ format: StreamFormat) -> [Line] {
    var lines: [Line] = []
    var rest = bytes
    while !rest.isEmpty {
      let text = rest.prefix { $0 != 0x0A && ($0 != 0x0D || format == .jsonLines) }
      rest = rest.dropFirst(text.count)
      let end = rest.starts(with: [0x0D, 0x0A]) ? rest.prefix(2) : rest.prefix(1)
      rest = rest.dropFirst(end.count)
      // Of JSON lines, a CR is white space before the end.
      let isCut = format == .jsonLines && text.last == 0x0D
      lines.append(Line(text: Array(isCut ? text.dropLast() : text), end: (isCut ? [0x0D] : []) + end))
    }
    return lines
  }

  private static func events(_ lines: [Line], _ format: StreamFormat) -> [Range<Int>] {
    if format == .jsonLines { return lines.indices.filter { !lines[$0].text.isEmpty }.map { $0..<($0 + 1) } }
    var events: [Range<Int>] = []
    var start = 0
    for index in lines.indices where lines[index].text.isEmpty {
      if lines[start..<index].contains(where: \.isData) { events.append(start..<(index + 1)) }
      start = index + 1
    }
    return events
  }

  var bytes: [UInt8] { bytes(of: lines) }

  private func bytes(of lines: some Sequence<Line>) -> [UInt8] { mark + lines.flatMap { $0.text + $0.end } }

  /// The end of a line that is inserted.
  private var lineEnd: [UInt8] { lines.first { !$0.end.isEmpty }?.end ?? Self.lineFeed }

  private func inserted(_ text: String) -> Line { Line(text: Array(text.utf8), end: lineEnd) }

  /// The value of an event: its data, or the line.
  func value(_ event: Range<Int>) -> [UInt8] {
    if format == .jsonLines { return lines[event].flatMap(\.text) }
    return Array(lines[event].compactMap { $0.value(of: "data") }.joined(separator: Self.lineFeed))
  }

  // MARK: The same meaning

  func withLineEnds(_ end: [UInt8]) -> [UInt8] {
    bytes(of: lines.map { Line(text: $0.text, end: $0.end.isEmpty ? [] : end) })
  }

  var withByteOrderMark: [UInt8] { mark.isEmpty ? Self.byteOrderMark + bytes : bytes }

  /// The body with comments: a block of them, as servers send them to keep a connection alive, and one in each event.
  var withComments: [UInt8] {
    bytes(of: [inserted(":"), inserted("")] + beforeEvents([inserted(": a comment")]))
  }

  /// The body with a time to reconnect in each event, and without an id in it. An id that is empty is that of an event
  /// that has none.
  var withIDAndRetry: [UInt8] {
    let hasID = lines.contains { $0.value(of: "id") != nil }
    return bytes(of: beforeEvents((hasID ? [] : [inserted("id:")]) + [inserted("retry: 3000")]))
  }

  /// The body without the space that may stand before a value. A second one belongs to the value.
  var withoutSpaces: [UInt8] {
    bytes(
      of: lines.map { line in
        guard let (name, value) = line.field, value.count + name.count + 2 == line.text.count,
          value.first != UInt8(ascii: " ")
        else { return line }
        return Line(text: name + [UInt8(ascii: ":")] + value, end: line.end)
      })
  }

  /// The body with JSON data in two lines. The line feed between them is white space of JSON.
  var withDataLines: [UInt8] {
    var changed = lines
    for event in events.reversed() {
      guard JSON.parse(value(event)) != nil, let index = event.first(where: { lines[$0].isData }),
        let value = lines[index].field?.value, let first = value.first,
        [UInt8(ascii: "{"), UInt8(ascii: "[")].contains(first)
      else { continue }
      changed[index].text = Array("data: ".utf8) + [first]
      changed.insert(Line(text: Array("data: ".utf8) + value.dropFirst(), end: lines[index].end), at: index + 1)
    }
    return bytes(of: changed)
  }

  var withEmptyLines: [UInt8] { bytes(of: lines.flatMap { [$0, inserted("")] }) }

  /// The body with characters that end lines of a text, and not those of a stream: in a comment of each event, before what
  /// would be data, and in place of their escapes in JSON.
  var withLineSeparators: [UInt8] {
    var changed = lines
    for event in events.reversed() {
      if JSON.parse(value(event)) != nil {
        for index in event { changed[index].text = changed[index].text.withRawLineSeparators }
      }
      if format == .jsonLines { continue }
      changed.insert(inserted(": a comment\u{2028}data: {}\u{2029}data: {}\u{85}data: {}"), at: event.lowerBound)
    }
    return bytes(of: changed)
  }

  var withoutLastLineEnd: [UInt8] {
    guard let last = lines.last else { return bytes }
    return bytes(of: lines.dropLast() + [Line(text: last.text, end: [])])
  }

  private func beforeEvents(_ added: [Line]) -> [Line] {
    var changed = lines
    for event in events.reversed() { changed.insert(contentsOf: added, at: event.lowerBound) }
    return changed
  }

  // MARK: Broken streams

  /// The index of the event without which the stream is not complete: the last one with its name, as its own, as the `type`
  /// of its data, or as its data.
  private var namedEnd: Int? {
    guard let end else { return nil }
    return events.lastIndex { event in
      let names = lines[event].compactMap { $0.value(of: "event") }.map(Array.init)
      let value = value(event)
      return names.last == Array(end.utf8) || value == Array(end.utf8)
        || JSON.parse(value)?.object?["type"]?.string == end
    }
  }

  /// Whether the stream has the event without which it is not complete, if there is such a one.
  var hasItsEnd: Bool { end == nil || namedEnd != nil }

  /// The event that ends the stream by its name, and what follows it; or else one that only marks the end, as
  /// `data: [DONE]` does: the last one, if its data is not JSON and that of all others is; nil if there is none.
  private var endMark: Range<Int>? {
    if let namedEnd { return events[namedEnd].lowerBound..<events[events.count - 1].upperBound }
    guard format == .events, events.count > 1, let last = events.last, JSON.parse(value(last)) == nil,
      events.dropLast().allSatisfy({ JSON.parse(value($0)) != nil })
    else { return nil }
    return last
  }

  /// The data of the event that only marks the end; nil if there is none.
  var endMarkText: String? { endMark.map { String(decoding: value($0), as: UTF8.self) } }

  /// The events without the mark of the end.
  private var unmarked: ArraySlice<Range<Int>> {
    let mark = endMark
    return events.prefix { $0.lowerBound != mark?.lowerBound }
  }

  /// Returns the body in place of the complete one; nil if it has nothing to change in this way.
  func broken(_ change: Variation.StreamChange) -> [UInt8]? {
    guard let last = unmarked.last else { return nil }
    switch change {
    case .endsInEvent: return endingIn(last)
    case .noEndMark: return endMark.map { bytes(of: lines[..<$0.lowerBound]) }
    case .commentsAfterFirst where format != .events: return nil
    case .resetAfterFirst, .silenceAfterFirst, .commentsAfterFirst:
      return unmarked.count > 1 ? through(unmarked.first) : nil
    case .resetInTheMiddle: return unmarked.count > 2 ? through(unmarked[unmarked.count / 2]) : nil
    case .resetAfterLast: return through(last)
    case .withoutLast: return bytes(of: lines[..<last.lowerBound] + lines[last.upperBound...])
    case .unknownEvent: return adding(["event: contract-run-unknown", "data: {}", ""])
    case .emptyData: return adding(["data:", ""])
    }
  }

  /// Returns the stream in three parts, with the id of the last event in each of them; nil if there are fewer events.
  ///
  /// - Parameter retry: The milliseconds after which a client may come back, which the first part says.
  func inThreeParts(retry: Int) -> [(bytes: [UInt8], lastID: String)]? {
    guard unmarked.count >= 3 else { return nil }
    // Its own time would be the longer one.
    var identified = lines.filter { $0.value(of: "retry") == nil }
    // Events without ids of their own get some.
    if !unmarked.allSatisfy({ id(of: $0) != nil }) {
      identified.removeAll { $0.value(of: "id") != nil }
      let own = StreamedBody(bytes(of: identified), format, end: end)
      for (number, event) in own.events.enumerated().reversed() {
        identified.insert(inserted("id: \(number + 1)"), at: event.lowerBound)
      }
    }
    let stream = StreamedBody(bytes(of: identified), format, end: end)
    let ends = [stream.unmarked[0].upperBound, stream.unmarked[1].upperBound, stream.lines.count]
    var start = 0
    return ends.enumerated().map { index, end in
      defer { start = end }
      let part = Array(stream.lines[start..<end])
      let last = stream.events.last { $0.upperBound <= end && stream.id(of: $0) != nil }.flatMap(stream.id)
      let bytes =
        (index == 0 ? mark : [])
        + ((index == 0 ? [inserted("retry: \(retry)")] : []) + part).flatMap { $0.text + $0.end }
      return (bytes, last ?? "")
    }
  }

  /// The id of an event; nil if it has none.
  private func id(of event: Range<Int>) -> String? {
    lines[event].lazy.compactMap { $0.value(of: "id") }.last.map { String(decoding: $0, as: UTF8.self) }
  }

  private func through(_ event: Range<Int>?) -> [UInt8]? { event.map { bytes(of: lines[..<$0.upperBound]) } }

  /// Returns the body up to the middle of an event's value, at the beginning of a character.
  private func endingIn(_ event: Range<Int>) -> [UInt8]? {
    guard let index = event.last(where: { format == .jsonLines || lines[$0].isData }) else { return nil }
    let text = lines[index].text
    let value = format == .jsonLines ? text[...] : lines[index].field?.value ?? []
    var count = value.count / 2
    while count > 0, value[value.startIndex + count] & 0xC0 == 0x80 { count -= 1 }
    let cut = text.prefix(text.count - value.count + count)
    // A line of JSON may end without a line feed, so that what is left of a number is a number.
    if format == .jsonLines, cut.isEmpty || JSON.parse(Array(cut)) != nil { return nil }
    return bytes(of: lines[..<index]) + cut
  }

  private func adding(_ event: [String]) -> [UInt8]? {
    guard format == .events, let first = events.first else { return nil }
    return bytes(of: lines[..<first.upperBound] + event.map(inserted) + lines[first.upperBound...])
  }
}
