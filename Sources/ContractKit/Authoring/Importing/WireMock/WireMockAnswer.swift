import ContractCore
import Foundation

/// The response definition of a stub.
struct WireMockAnswer {
  let value: ImportValue

  /// Returns the answer; nil if it cannot be imported, which is noted.
  func response() -> ImportedResponse? {
    value.leaveOut("statusMessage", "fromConfiguredStub", "transformerParameters")
    if let proxy = value["proxyBaseUrl"] {
      value.leaveOut("additionalProxyRequestHeaders", "removeProxyRequestHeaders", "proxyUrlPrefixToRemove")
      return proxy.lost("a stub that asks another server has no answer of its own")
    }
    if let transformers = value["transformers"] {
      let names = transformers.elements.compactMap(\.string)
      transformers.note(
        "the transformers \(names.joined(separator: ", ")) are not applied; the answer is sent as it is written")
    }
    var response = ImportedResponse(kind: .status(value["status"]?.int ?? 200))
    for (name, lines) in value["headers"]?.members ?? [] {
      let texts = lines.json.array == nil ? [lines.string ?? ""] : lines.elements.compactMap(\.string)
      for text in texts { response.headers.lines.append(.init(name, text)) }
    }
    let body = body()
    if value.json["bodyFileName"] != nil, body == nil { return nil }
    response.body = body
    if let header = value["headers"]?.members.first(where: { $0.name.isSameName("Content-Encoding") }) {
      encoded(response.readable.body, header.value)
    }
    response.delay = delay().map { $0 / 1_000 }
    dribble(&response)
    if let fault = value["fault"]?.string { return self.fault(fault, response) }
    return response
  }

  // MARK: Bodies

  private func body() -> ImportedResponse.Body? {
    if let json = value["jsonBody"]?.whole, !json.isNull { return .json(json) }
    if let text = value["body"]?.string { return .text(text) }
    if let base64 = value["base64Body"] {
      guard let data = base64.string.flatMap({ Data(base64Encoded: $0) }) else {
        return base64.lost("the body is not base64")
      }
      return .bytes(Array(data))
    }
    return value["bodyFileName"].flatMap { file($0) }
  }

  /// The largest file that is written into a contract, in bytes. A larger one is copied.
  private static let inlineLimit = 64 << 10

  /// Returns the content of a file below `__files`, which is beside the document or beside one of the folders that it is in.
  private func file(_ value: ImportValue) -> ImportedResponse.Body? {
    guard let name = value.string else { return nil }
    let folders = sequence(first: FileSystem.parent(value.document.location)) {
      $0 == "/" ? nil : FileSystem.parent($0)
    }
    for root in folders.map({ FileSystem.join($0, "__files") }) where FileSystem.kind(root) == .folder {
      let path = FileSystem.absolute(FileSystem.join(root, name))
      guard FileSystem.below(FileSystem.real(root), FileSystem.real(path)) != nil else {
        return value.lost("the file '\(name)' is not below __files")
      }
      guard let bytes = FileSystem.bytes(path) else { continue }
      // Any number of stubs may name one file.
      let budget = value.document.budget
      budget.add(file: path, bytes: bytes.count)
      guard budget.spend(bytes: bytes.count) else { return nil }
      let isText = String(validating: bytes, as: UTF8.self) != nil
      return bytes.count <= Self.inlineLimit || isText ? .bytes(bytes) : .file(path)
    }
    return value.lost("there is no file '\(name)' in __files; the stub is left out")
  }

  /// Notes what becomes of a body that is compressed.
  private func encoded(_ body: ImportedResponse.Body?, _ header: ImportValue) {
    switch body {
    case .bytes, .file:
      header.note(
        body?.isGzip == true
          ? "the body stays compressed; no secret in it is replaced, and in memory nothing unpacks it"
          : "the body is imported without its encoding")
    default: break
    }
  }

  // MARK: Time

  /// The milliseconds before the answer.
  private func delay() -> Double? {
    let fixed = value["fixedDelayMilliseconds"].flatMap { $0.json.isNull ? nil : milliseconds($0) }
    guard let distribution = value["delayDistribution"] else { return fixed }
    switch distribution["type"]?.string {
    case "lognormal":
      distribution["sigma"]?.consume()
      distribution["maxValue"]?.consume()
      distribution.note("the delay is the median", level: .information)
      return distribution["median"].flatMap { milliseconds($0) }
    case "uniform":
      distribution.note("the delay is the median", level: .information)
      let bounds = ["lower", "upper"].compactMap { name in distribution[name].flatMap { milliseconds($0) } }
      return bounds.reduce(0, +) / 2
    case "fixed": return distribution["milliseconds"].flatMap { milliseconds($0) }
    default:
      distribution.lose("unknown distribution of delays")
      return fixed
    }
  }

  /// Returns a number of milliseconds; nil if an answer cannot wait that long, which is noted.
  private func milliseconds(_ value: ImportValue) -> Double? {
    guard let number = value.double else { return nil }
    if (0...86_400_000).contains(number) { return number }
    return value.lost("a delay is from 0 to 86,400,000 milliseconds (a day); there is none")
  }

  /// Splits the body into the chunks of `chunkedDribbleDelay`.
  private func dribble(_ response: inout ImportedResponse) {
    guard let dribble = value["chunkedDribbleDelay"], !dribble.json.isNull else { return }
    let count = max(1, min(dribble["numberOfChunks"]?.int ?? 1, 1_000))
    let seconds = (dribble["totalDuration"].flatMap { milliseconds($0) } ?? 0) / Double(count) / 1_000
    let bytes: [UInt8]
    switch response.body {
    case .json(let json): bytes = json.utf8
    case .text(let text): bytes = Array(text.utf8)
    case .bytes(let all): bytes = all
    case .file, .chunks: return dribble.lose("only a body that is in the contract is sent in chunks")
    case nil: return
    }
    if bytes.isEmpty { return }
    let size = (bytes.count + count - 1) / count
    response.body = .chunks(
      stride(from: 0, to: bytes.count, by: size).map { (Array(bytes[$0..<min($0 + size, bytes.count)]), seconds) })
  }

  // MARK: Faults

  private func fault(_ name: String, _ response: ImportedResponse) -> ImportedResponse? {
    var made = ImportedResponse(kind: .nonHTTP, delay: response.delay)
    switch name {
    case "CONNECTION_RESET_BY_PEER": made.kind = .networkError("networkConnectionLost", after: nil)
    case "EMPTY_RESPONSE": made.kind = .networkError("badServerResponse", after: nil)
    case "RANDOM_DATA_THEN_CLOSE": made.body = .text("not HTTP\n")
    case "MALFORMED_RESPONSE_CHUNK":
      made.kind = .networkError("networkConnectionLost", after: 1)
      made.body = .text("malformed")
    default:
      return value["fault"]?.lost("the fault \(name) cannot be imported")
    }
    return made
  }
}
