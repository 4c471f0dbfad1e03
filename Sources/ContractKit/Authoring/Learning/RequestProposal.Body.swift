import ContractCore
import Foundation

extension RequestProposal {
  private static let anything: JSON = ["$any": true]

  func body() throws(Problem) -> JSON? {
    // If a body is described and one of the transports cannot see it, every run there would be errored.
    if samples.contains(where: \.request.hidesBody) { return Self.anything }
    let contents = samplesWithBody.map { Content($0.request) }
    let kinds = contents.map(\.kind)
    guard let kind = kinds.first, kinds.allSatisfy({ $0 == kind }) else {
      throw .bodies(samples.map { Content($0.request).kind })
    }
    let body: JSON
    switch kind {
    case .none: return nil
    case .form: body = ["form": .object(try named(contents.map(\.form), isQuery: false))]
    case .multipart: body = ["multipart": .array(try parts(contents.compactMap(\.parts)))]
    case .jsonLines: body = lines(contents.compactMap(\.lines))
    case .json, .text, .bytes: body = describe(contents, isSecret: false)
    }
    let size = body.utf8.count
    if size > Self.bodyLimit { throw .tooLarge(size) }
    return Self.written(body, isInAll: contents.count == samples.count)
  }

  /// The samples that have a body, if a body can be seen in any; otherwise all.
  var samplesWithBody: [RequestSample] {
    let own = samples.filter { !($0.request.body ?? []).isEmpty }
    return own.isEmpty || samples.contains(where: \.request.hidesBody) ? samples : own
  }

  /// Returns a description of what only some samples may have.
  private static func written(_ described: JSON, isInAll: Bool) -> JSON {
    isInAll ? described : ["$optional": described]
  }

  /// Returns the description of a body, or of the body of a part, that is JSON, text or bytes in all samples. Anything
  /// else may be anything.
  private func describe(_ contents: [Content], isSecret: Bool) -> JSON {
    let (json, texts, bytes) = (contents.compactMap(\.json), contents.compactMap(\.text), contents.compactMap(\.bytes))
    switch contents.count {
    case json.count: return ["json": values.value(json, isSecret: isSecret).written]
    case texts.count: return ["text": values.text(texts, isSecret: isSecret).written]
    case bytes.count:
      guard !isSecret, Set(bytes).count == 1,
        Secrets.standard.ranges(in: String(decoding: bytes[0], as: UTF8.self)).isEmpty
      else { return Self.anything }
      return ["base64": .string(Data(bytes[0]).base64EncodedString())]
    default: return Self.anything
    }
  }

  private func lines(_ bodies: [[JSON]]) -> JSON {
    // No pattern describes a changing number of lines.
    guard Set(bodies.map(\.count)).count == 1 else { return ["text": ["$type": "string"]] }
    return ["jsonLines": .array(bodies[0].indices.map { line in values.value(bodies.map { $0[line] }).written })]
  }

  // MARK: Parts

  private func parts(_ bodies: [[Content.Part]]) throws(Problem) -> [JSON] {
    let longest = bodies.max { $0.count < $1.count } ?? []
    var sent = longest.map { _ in [Content.Part]() }
    for body in bodies {
      // A shorter body leaves out some of the names.
      var rest = body[...]
      for (index, part) in longest.enumerated() {
        guard let next = rest.first, body.count == longest.count || next.name == part.name else { continue }
        sent[index].append(rest.removeFirst())
      }
      if !rest.isEmpty { throw .counts(.body, bodies.map(\.count)) }
    }
    return sent.map { Self.written(part($0), isInAll: $0.count == bodies.count) }
  }

  private func part(_ sent: [Content.Part]) -> JSON {
    var members: [(String, JSON)] = []
    func add(_ name: String, _ texts: [String?]) {
      let count = texts.count { $0 != nil }
      if count == 0 { return }
      members.append((name, Self.written(values.text(texts).written, isInAll: count == texts.count)))
    }
    add("name", sent.map(\.disposition.name))
    add("filename", sent.map(\.disposition.filename))
    let types = sent.compactMap(\.contentType).map(Self.withoutBoundary)
    if types.count == sent.count { members.append(("contentType", values.text(types, isHeader: true).written)) }
    let isSecret = sent.contains { part in
      part.disposition.name.map { values.present.secrets.isSecret(part.body.text ?? "", under: $0) } ?? false
    }
    let bodies = sent.map(\.body).filter { $0.kind != .none }
    if !bodies.isEmpty {
      members.append(("body", Self.written(describe(bodies, isSecret: isSecret), isInAll: bodies.count == sent.count)))
    }
    return .object(members)
  }
}

extension CapturedRequest {
  /// Whether there may be a body that could not be observed.
  fileprivate var hidesBody: Bool { (body ?? []).isEmpty && unobserved.contains("body") }
}
