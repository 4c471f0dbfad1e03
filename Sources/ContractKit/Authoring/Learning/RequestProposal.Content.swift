import ContractCore
import Foundation

extension RequestProposal {
  /// A body, read as what it is.
  enum Content {
    case none
    case json(JSON)
    case form(Form)
    case multipart([Part])
    case jsonLines([JSON])
    case text(String)
    case bytes([UInt8])
    /// A multipart body that cannot be read. A literal would have its boundary, and perhaps secrets.
    case unreadable

    struct Part {
      var disposition: Multipart.Disposition
      var contentType: String?
      var body: Content

      var name: ExactString? { disposition.name.map { ExactString($0) } }
    }

    var json: JSON? { if case .json(let json) = self { json } else { nil } }
    var form: Form? { if case .form(let form) = self { form } else { nil } }
    var parts: [Part]? { if case .multipart(let parts) = self { parts } else { nil } }
    var lines: [JSON]? { if case .jsonLines(let lines) = self { lines } else { nil } }
    var text: String? { if case .text(let text) = self { text } else { nil } }
    var bytes: [UInt8]? { if case .bytes(let bytes) = self { bytes } else { nil } }

    var kind: BodyKind {
      switch self {
      case .none: .none
      case .json: .json
      case .form: .form
      case .multipart: .multipart
      case .jsonLines: .jsonLines
      case .text: .text
      case .bytes, .unreadable: .bytes
      }
    }
  }
}

extension RequestProposal.Content {
  private static let lineTypes = ["application/x-ndjson", "application/ndjson", "application/jsonl"]

  init(_ request: CapturedRequest) {
    let lines = request.headers.values("Content-Type")
    let body = request.body ?? []
    let type = MediaType.name(of: lines.first)
    if body.isEmpty {
      self = .none
    } else if Self.lineTypes.contains(type), let lines = Self.lines(body) {
      self = .jsonLines(lines)
    } else if let json = Self.json(body, type: type) {
      self = .json(json)
    } else if type == "application/x-www-form-urlencoded", let form = Self.form(body) {
      self = .form(form)
    } else if type.hasPrefix("multipart/") {
      self = (try? Self.parts(body, contentType: lines)).map(Self.multipart) ?? .unreadable
    } else {
      self.init(body)
    }
  }

  private init(part body: [UInt8], contentType: String?) {
    if body.isEmpty {
      self = .none
    } else if let json = Self.json(body, type: MediaType.name(of: contentType)) {
      self = .json(json)
    } else {
      self.init(body)
    }
  }

  private init(_ bytes: [UInt8]) { self = String(validating: bytes, as: UTF8.self).map(Self.text) ?? .bytes(bytes) }

  /// Returns a body as JSON; nil if it is not valid, or is a single value without a Content-Type that says JSON.
  private static func json(_ body: [UInt8], type: String) -> JSON? {
    guard let json = JSON.parse(body), json.isArray || json.isObject || type.contains("json") else { return nil }
    return json.unfolded
  }

  private static func lines(_ body: [UInt8]) -> [JSON]? {
    var lines = body.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    // The line break after the last line is optional.
    if lines.last?.isEmpty == true { lines.removeLast() }
    let values = lines.compactMap { JSON.parse(Array($0))?.unfolded }
    return values.count == lines.count && lines.count <= RequestJudge.partLimit ? values : nil
  }

  /// Returns a body as a form; nil if something in it is not UTF-8.
  private static func form(_ body: [UInt8]) -> Form? {
    let form = Form(body)
    return form.names.contains { form[$0].contains { $0.broken != nil } } ? nil : form
  }

  private static func parts(_ body: [UInt8], contentType lines: [String]) throws(Multipart.SyntaxError) -> [Part] {
    let multipart = try Multipart(body, contentType: lines)
    var parts: [Part] = []
    for (index, part) in multipart.parts.enumerated() {
      let disposition = try Multipart.Disposition(of: part, number: index + 1, isForm: multipart.isForm)
      let type = part.headers["Content-Type"]
      parts.append(
        Part(disposition: disposition, contentType: type, body: Self(part: Array(part.body), contentType: type)))
    }
    return parts
  }
}
