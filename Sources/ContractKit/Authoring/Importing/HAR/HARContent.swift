import ContractCore
import Foundation

/// What an archive has of the body of a request or an answer. It decides for all readers what was recorded.
enum HARContent {
  /// The whole body; empty if there was none.
  case whole([UInt8])
  /// No body, and nothing says that there was one.
  case nothing
  /// There was a body, which the archive does not have, or not as a whole.
  case lost(why: String)

  init(ofAnswer answer: JSON, to method: String) {
    let recorded = Recorded("answer", answer, answer["content"], size: answer["content"]?["size"]?.int)
    let status = answer["status"]?.int ?? 0
    self = recorded.content
    guard case .nothing = self else { return }
    let isUnknown = (answer["content"]?["size"]?.int ?? 0) < 0 && recorded.bodySize == nil
    let hasNone = method == "HEAD" || [204, 205, 304].contains(status) || recorded.contentLength == 0
    if hasNone || recorded.isEmptyOnNetwork {
      self = .whole([])
    } else if isUnknown || max(recorded.size ?? recorded.bodySize ?? 0, recorded.contentLength ?? 0) > 0,
      !(300..<400).contains(status)
    {
      // Tools leave out the body of a redirect, which nobody reads.
      self = recorded.missing
    }
  }

  /// Reads the request of an entry, as far as its body is a text.
  init(ofRequest request: JSON) {
    let data = request["postData"]
    let recorded = Recorded("request", request, data, size: nil)
    self = recorded.content
    guard case .nothing = self else { return }
    let isSized = max(recorded.bodySize ?? 0, recorded.contentLength ?? 0) > 0
    // Some tools describe the body of each request, also of those that have none.
    let isEmpty = recorded.bodySize == 0 || recorded.contentLength == 0
    let isLost = !isEmpty && data?["mimeType"]?.string?.isEmpty == false && data?["text"]?.string == nil
    if isLost || isSized || recorded.headers.has("Transfer-Encoding") { self = recorded.missing }
  }
}

extension Headers {
  /// Reads a list of lines, without those that only HTTP/2 has.
  init(recorded list: JSON?) {
    self.init(
      (list?.elements ?? []).compactMap { line in
        guard let name = line["name"]?.string, let value = line["value"]?.string, !name.hasPrefix(":") else {
          return nil
        }
        return Line(name, value)
      })
  }
}

/// What an archive says about a body.
///
/// In most archives, `content.size` is the size of what the client reads. In those of mitmproxy, it is the size on the
/// network, which gzip makes larger than a short text. So what is there counts as whole unless its size says that it was
/// cut off.
private struct Recorded {
  let headers: Headers
  /// The size of what the client reads, or on the network; nil if it is not known.
  let size: Int?
  /// The size on the network; nil if it is not known.
  let bodySize: Int?
  private let body: JSON?
  /// What has the body: `answer` or `request`.
  private let name: String

  init(_ name: String, _ message: JSON, _ body: JSON?, size: Int?) {
    headers = Headers(recorded: message["headers"])
    // Tools write -1 for what they do not know.
    self.size = size.flatMap { $0 < 0 ? nil : $0 }
    bodySize = message["bodySize"]?.int.flatMap { $0 < 0 ? nil : $0 }
    (self.name, self.body) = (name, body)
  }

  private func lost(_ why: String) -> HARContent { .lost(why: "the body of the \(name) \(why)") }

  var missing: HARContent { lost("was not recorded") }

  var contentLength: Int? { headers["Content-Length"].flatMap { Int($0) } }

  /// The body, as far as it was recorded.
  var content: HARContent {
    let text = body?["text"]?.string ?? ""
    if text.isEmpty {
      return body?["_file"]?.string?.isEmpty == false
        ? lost("is in another file; record it with content: \"embed\"") : .nothing
    }
    let encoding = body?["encoding"]?.string ?? ""
    if !["", "base64"].contains(encoding) { return lost("has the unknown encoding '\(encoding)'") }
    let decoded =
      encoding.isEmpty ? nil : Data(base64Encoded: text, options: .ignoreUnknownCharacters).map { Array($0) }
    if !encoding.isEmpty, decoded == nil { return lost("is not base64") }
    guard let bytes = decoded ?? written(text) else {
      return lost("cannot be written in the charset '\(charset ?? "")'")
    }
    if isCoded, bytes.starts(with: Self.gzip) { return lost("was recorded as it was compressed") }
    // In other charsets, a text has another size.
    let isCounted = decoded != nil || Self.charsets[charset?.lowercased() ?? "utf-8"] != nil
    guard isCounted, let expected, expected > bytes.count + Self.mark, !isOnNetwork(expected, bytes.count),
      !Self.isWhole(bytes)
    else { return .whole(bytes) }
    let counts = "\(English.grouped(bytes.count)) of \(English.counted(expected, "byte"))"
    return .lost(why: "the recorded body of the \(name) has only \(counts)")
  }

  /// Whether the size is only that of a compressed body with nothing in it.
  var isEmptyOnNetwork: Bool { size.map { $0 > 0 && isOnNetwork($0, 0) } ?? false }

  /// How many bytes the body should have; nil if that is not known.
  private var expected: Int? { size ?? (isCoded ? nil : contentLength) }

  /// Whether the body has another size on the network.
  private var isCoded: Bool { headers["Content-Encoding"].map { !$0.isSameName("identity") } ?? false }

  private var charset: String? {
    let type = body?["mimeType"]?.string ?? headers["Content-Type"] ?? ""
    let parameters = HeaderValue.split(type, at: UInt8(ascii: ";")).dropFirst().map { HeaderValue.parameter($0) }
    return parameters.first { $0.name.isSameName("charset") }?.value
  }

  /// Returns a text as the server or the client sent it: in the charset that its type names. Nil if that is not known.
  private func written(_ text: String) -> [UInt8]? {
    if text.utf8.allSatisfy({ $0 < 0x80 }) { return Array(text.utf8) }
    let encoding = Self.charsets[charset?.lowercased() ?? "utf-8"]
    return encoding.flatMap { text.data(using: $0) }.map { Array($0) }
  }

  /// The charsets in which texts can be written.
  private static let charsets: [String: String.Encoding] = [
    "utf-8": .utf8, "utf8": .utf8, "us-ascii": .utf8, "iso-8859-1": .isoLatin1, "latin1": .isoLatin1,
    "windows-1252": .windowsCP1252,
  ]

  /// Returns whether a size is that on the network of a body that has so many bytes for the client.
  private func isOnNetwork(_ size: Int, _ count: Int) -> Bool {
    if let saved = body?["compression"]?.int, saved != 0 { return size &+ saved == count }
    return isCoded && count > 0 && (size == bodySize || size == contentLength)
  }

  /// Returns whether bytes are a whole list or object of JSON. What was cut off is not.
  private static func isWhole(_ bytes: [UInt8]) -> Bool {
    JSON.parse(bytes).map { $0.isArray || $0.isObject } ?? false
  }

  /// The first bytes of gzip (RFC 1952).
  private static let gzip: [UInt8] = [0x1F, 0x8B]
  /// The bytes of a byte order mark, which browsers leave out.
  private static let mark = 3
}
