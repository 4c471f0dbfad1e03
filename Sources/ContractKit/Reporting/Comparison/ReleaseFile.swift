import ContractCore
import Foundation

/// A file with what a release of a client did, so that it need not be built and run again. `compare --save` writes it.
package enum ReleaseFile {
  /// Why a file cannot be compared.
  package typealias Failure = RecordedReport.Failure

  private static let format = 1
  private static let kind = "contract-run release"

  // MARK: Writing

  /// Returns a release as UTF-8, without secrets.
  ///
  /// - Parameter runner: The runner's name and version.
  package static func utf8(of release: Release, runner: String) -> [UInt8] {
    let calls = release.ids.map { id in call(id, release.runs.compactMap { $0.calls[id] }) }
    let head: [(String, JSON)] = [
      ("kind", .string(kind)), ("format", .number(format)), ("runner", .string(runner)),
      ("release", .string(release.name)), ("variations", .string(release.variations)),
      ("times", .array(release.runs.map { .array([time($0.time.lowerBound), time($0.time.upperBound)]) })),
      ("contracts", .object(release.contracts.sorted { $0.key < $1.key }.map { ($0.key, .string($0.value)) })),
    ]
    let mark = ("fingerprint", JSON.string(fingerprint(of: head, calls)))
    var bytes = Array(JSON.object(head + [mark]).text.utf8.dropLast()) + Array(",\n\"calls\": [".utf8)
    for (index, call) in calls.enumerated() { bytes += Array((index == 0 ? "\n" : ",\n").utf8) + call.utf8 }
    return bytes + Array("\n]}\n".utf8)
  }

  private static func time(_ date: Date) -> JSON { .string(date.formatted(JSONReport.timeStyle)) }

  private static func call(_ id: String, _ runs: [ReleaseCall]) -> JSON {
    // A second run that is the same says nothing.
    let different = runs.count > 1 && run(runs[0]) == run(runs[1]) ? [runs[0]] : runs
    return JSON(members: [
      "id": .string(id), "variation": runs.first?.isVariation == true ? true : nil,
      "operation": runs.first.map { .string($0.operation) },
      "transport": runs.first.map { .string($0.transport.rawValue) },
      "anyOrder": runs.first?.isAnyOrder == true ? true : nil, "runs": .array(different.map(run)),
    ])
  }

  private static func run(_ call: ReleaseCall) -> JSON {
    JSON(members: [
      "status": .string(call.status.rawValue), "codes": .strings(call.codes),
      "why": call.why.map { .string($0) }, "requests": call.shown["requests"] ?? [],
      "outcome": call.shown["outcome"] ?? .null,
    ])
  }

  private static func fingerprint(of head: [(String, JSON)], _ calls: [JSON]) -> String {
    var fingerprint = Fingerprint()
    fingerprint.add(JSON.object(head).text)
    for call in calls { fingerprint.add(call.text) }
    return fingerprint.text
  }

  // MARK: Reading

  /// Reads a release.
  ///
  /// - Parameters:
  ///   - path: The path of the file.
  ///   - runner: The runner's name and version. A file of another version is refused.
  /// - Throws: `Failure`, with what is wrong and what to do.
  package static func read(_ path: String, runner: String) throws(Failure) -> Release {
    let json = try RecordedReport.json(path, help: "write it with compare --save", again: again)
    guard json["kind"]?.string == kind else {
      throw Failure("it is not a file of compare --save", help: "write it with compare --save")
    }
    guard json["format"]?.int == format else {
      throw Failure(
        "it has format \(json["format"]?.text ?? "none"), and this contract-run reads format \(format)", help: again)
    }
    let (own, other) = (
      RecordedReport.version(runner), RecordedReport.version(json["runner"]?.string ?? "an unknown version")
    )
    if own != other { throw Failure("it is a file of \(other), and this is \(own)", help: again) }
    let errors = MessageErrors()
    guard let part = MessagePart(json, named: "the file", errors) else {
      throw Failure.changed("no object", help: again)
    }
    let times = (part["times"]?.elements ?? []).compactMap(range)
    let contracts = (part["contracts"]?.members ?? []).map { ($0.name, $0.value.string ?? "") }
    guard let calls = part["calls"]?.array, part["contracts"]?.isObject == true else {
      throw Failure.changed("it has no calls or no contracts", help: again)
    }
    guard (1...2).contains(times.count), times.count == part["times"]?.count else {
      throw Failure.changed("times are not those of one run or two", help: again)
    }
    var release = Release(
      name: Excerpt.beginning(of: part.string("release"), limit: 80), ids: [],
      runs: times.map { Release.Run(time: $0, calls: [:]) }, contracts: Dictionary(contracts) { first, _ in first },
      variations: part.string("variations"), isSaved: true)
    for (index, json) in calls.enumerated() {
      guard let part = MessagePart(json, named: "calls[\(index)]", errors) else { break }
      let runs = DeepStack.run { Self.calls(part) }
      guard let first = runs.first, runs.count <= times.count, !first.id.isEmpty,
        release.runs[0].calls[first.id] == nil
      else {
        errors.note("calls[\(index)] does not have the runs of one scenario")
        break
      }
      release.ids.append(first.id)
      for run in times.indices { release.runs[run].calls[first.id] = runs[min(run, runs.count - 1)] }
    }
    if let error = errors.list.first { throw Failure.changed(error.description, help: again) }
    let head = json.members.filter { !["fingerprint", "calls"].contains($0.name) }.map { ($0.name, $0.value) }
    if fingerprint(of: head, calls) != part.string("fingerprint") {
      throw Failure.changed("its contents do not have its fingerprint", help: again)
    }
    return release
  }

  private static let again = "save it again with this contract-run, or download it again"

  private static func range(_ json: JSON) -> ClosedRange<Date>? {
    let times = json.elements.compactMap { $0.string.flatMap { try? Date($0, strategy: JSONReport.timeStyle) } }
    return times.count == 2 && times[0] <= times[1] ? times[0]...times[1] : nil
  }

  private static func calls(_ part: MessagePart) -> [ReleaseCall] {
    let (id, operation) = (part.string("id"), part.string("operation"))
    let transport = part.choice("transport", or: "memory or loopback", Transport.init(rawValue:)) ?? .memory
    let runs = part["runs"]?.elements ?? []
    return runs.enumerated().compactMap { index, json in
      guard let run = MessagePart(json, named: "\(part.name).runs[\(index)]", part.errors) else { return nil }
      let status = run.choice("status", or: "a status", Status.init(rawValue:)) ?? .errored
      let requests = run["requests"]?.array ?? []
      if run["requests"]?.isArray != true || !requests.allSatisfy(\.isObject) {
        run.note("\(run.name) has no requests")
      }
      let outcome = run["outcome"] ?? .null
      if !outcome.isNull, outcome.members.isEmpty { run.note("\(run.name) has no outcome") }
      let value = JSON.object([("requests", .array(requests)), ("outcome", outcome)])
      return ReleaseCall(
        id: id, isVariation: part["variation"]?.bool == true, operation: operation, transport: transport,
        status: status,
        codes: run.strings("codes") ?? [],
        why: run.optional("why")?.string, isAnyOrder: part["anyOrder"]?.bool == true, value: value, shown: value)
    }
  }
}

extension Release {
  /// Returns why a saved release cannot be compared with another one, which has other contracts or variations; nil if it can.
  package func difference(from other: Release) -> ReleaseFile.Failure? {
    if variations != other.variations {
      return ReleaseFile.Failure(
        "it was saved with --variations \(variations), and the other release has \(other.variations)",
        help: "use the same --variations for both")
    }
    let changed = contracts.keys.filter { name in other.contracts[name].map { $0 != contracts[name] } ?? false }
      .sorted()
    guard let first = changed.first else { return nil }
    let more = changed.count > 1 ? " and \(changed.count - 1) more" : ""
    return ReleaseFile.Failure(
      "it was saved with other contracts: \(first)\(more)",
      help: "save it again with these contracts, or compare with the contracts that it was saved with")
  }
}
