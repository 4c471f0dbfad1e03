import ContractCore
import Foundation

/// One request by curl. Everything about it goes through pipes, so that no secret is in the list of processes or on disk.
///
/// curl decides about certificates, proxies and client certificates as it does for its user: by its own configuration file
/// and its environment variables.
struct CurlCall: Invoked {
  let invocation: Invocation
  /// The request with the server's own URL.
  let request: CapturedRequest
  /// How many seconds the server has.
  let limit: Double

  /// The largest answer that is passed on, in bytes.
  static let sizeLimit = 32 << 20

  /// Why there is no answer, as curl says it.
  struct Failure: Error {
    var why: String
  }

  struct Answer {
    var reply: Reply
    /// The words after the status; "" if there are none, as in HTTP/2.
    var phrase: String
  }

  func send() throws(Failure) -> Answer {
    let curl = Program(
      command: ["curl", "--disable", "--config", "-"], environment: environment, input: configuration,
      body: request.body ?? [], limit: limit + Self.patience, sizeLimit: Self.sizeLimit
    ) { [interruption] in interruption.signal != nil }
    let end: Program.Output
    do throws(Program.Failure) {
      end = try curl.run(processes)
    } catch {
      switch error {
      case .notStarted(let number): throw Failure(why: "curl cannot be started: \(Platform.message(number))")
      case .timedOut: throw Failure(why: curl.lateness)
      case .tooLong: throw Failure(why: "the answer is larger than \(Self.sizeLimit >> 20) MiB")
      case .stopped: throw Failure(why: "the run ends")
      }
    }
    if interruption.signal != nil { throw Failure(why: "the run ends") }
    guard end.status == .exit(0) else { throw Failure(why: Self.reason(end.errors, end.status)) }
    guard var answer = Self.answer(end.errors) else { throw Failure(why: "the answer is not HTTP") }
    if request.method != "HEAD", !end.output.isEmpty { answer.reply.body = end.output }
    return answer
  }

  /// How many seconds longer than the server curl itself may take: it ends by its own clock.
  private static let patience = 10.0

  // MARK: The configuration

  /// The options that do not depend on the request.
  private static let options = [
    "silent", "show-error", "compressed", "globoff", "path-as-is", "suppress-connect-headers",
    // The body is alone on standard output, because the fields after a chunked body would follow it.
    #"dump-header = "/dev/stderr""#,
  ]

  /// The options of the user's own configuration that decide how curl connects. Others would change what is sent or printed.
  private static let connecting: Set<String> = [
    "cacert", "capath", "cert", "cert-type", "ciphers", "connect-to", "crlfile", "insecure", "interface", "ipv4",
    "ipv6", "key", "key-type", "noproxy", "pass", "pinnedpubkey", "preproxy", "proxy", "proxy-anyauth", "proxy-basic",
    "proxy-cacert", "proxy-cert", "proxy-digest", "proxy-insecure", "proxy-key", "proxy-ntlm", "proxy-user", "resolve",
    "socks4", "socks4a", "socks5", "socks5-hostname", "tls-max", "tls13-ciphers", "tlsv1.2", "tlsv1.3",
  ]

  /// Returns the lines of the user's own configuration that decide how curl connects (curl(1), `--config`).
  static func connectingLines(_ environment: [String: String]) -> [String] {
    let home = environment["HOME"].map { "\($0)/.curlrc" }
    let places = [
      environment["CURL_HOME"].map { "\($0)/.curlrc" }, environment["XDG_CONFIG_HOME"].map { "\($0)/curlrc" }, home,
    ]
    let text =
      places.lazy.compactMap(\.self).compactMap { try? String(contentsOfFile: $0, encoding: .utf8) }.first ?? ""
    return text.split(whereSeparator: \.isNewline).map { $0.trimmingCharacters(in: .whitespaces) }.filter { line in
      connecting.contains(String(line.drop { $0 == "-" }.prefix { !" \t=:".contains($0) }))
    }
  }

  private var configuration: [UInt8] {
    var lines = Self.options + Self.connectingLines(environment)
    func add(_ name: String, _ value: String) { lines.append("\(name) = \(value.quotedForCurl)") }
    add("proto", "=http,https")
    add("max-time", String(limit))
    add("url", request.url)
    if request.method == "HEAD" { lines.append("head") } else { add("request", request.method) }
    if request.body != nil { add("data-binary", "@/dev/fd/3") }
    // curl adds these by itself, and the client may not have sent them.
    for name in ["User-Agent", "Accept", "Accept-Encoding", "Content-Type", "Expect"] where !request.headers.has(name) {
      add("header", "\(name):")
    }
    let text = lines.joined(separator: "\n") + "\n"
    return request.headers.lines.reduce(into: Array(text.utf8)) { bytes, line in
      let header = line.value.isEmpty ? "\(line.name);" : "\(line.name): \(line.value)"
      let option = "header = \(header.quotedForCurl)\n"
      bytes += line.isLatin ? option.latinBytes : Array(option.utf8)
    }
  }

  // MARK: What curl says

  private static func reason(_ message: [UInt8], _ end: TerminationStatus) -> String {
    let lines = String(decoding: message, as: UTF8.self).split(whereSeparator: \.isNewline).map(String.init)
    return lines.last { $0.hasPrefix("curl: ") } ?? lines.last ?? "curl \(end.text)"
  }

  /// Returns the last answer in the heads that curl printed, without its body; nil if there is none.
  private static func answer(_ bytes: [UInt8]) -> Answer? {
    var rest = bytes[...]
    while true {
      guard let end = rest.firstRange(of: [0x0D, 0x0A, 0x0D, 0x0A]) else { return nil }
      let lines = rest[..<end.lowerBound].split(separator: UInt8(ascii: "\n")).map { line in
        String.decoded(line.last == UInt8(ascii: "\r") ? line.dropLast() : line)
      }
      rest = rest[end.upperBound...]
      let words = lines.first?.text.split(separator: " ", maxSplits: 2) ?? []
      guard words.count > 1, words[0].hasPrefix("HTTP/"), let status = Int(words[1]) else { return nil }
      // An answer such as 100 or 103 comes before the last one.
      if (100..<200).contains(status) { continue }
      let headers = lines.dropFirst().compactMap { line, isLatin in
        line.firstIndex(of: ":").map {
          Headers.Line(String(line[..<$0]), String(line[$0...].dropFirst()), isLatin: isLatin)
        }
      }
      return Answer(
        reply: Reply(.status(status), headers: Headers(headers)), phrase: words.count > 2 ? String(words[2]) : "")
    }
  }
}

extension String {
  /// The text as a value in a configuration file of curl.
  fileprivate var quotedForCurl: String {
    var text = "\""
    for character in unicodeScalars {
      switch character {
      case "\"": text += "\\\""
      case "\\": text += "\\\\"
      case "\n": text += "\\n"
      case "\r": text += "\\r"
      case "\t": text += "\\t"
      default: text.unicodeScalars.append(character)
      }
    }
    return text + "\""
  }
}
