import ContractCore
import Foundation
import Testing

@testable import ContractReporting
@testable import TestSupport

@Suite("A file with what a release did")
struct ReleaseFileTests {
  private static let runner = "contract-run 9.9.9 (abc)"

  private static func sample() -> Release {
    var skipped = ReleaseSample.call("a/2", [], outcome: "null", status: .skipped, codes: ["skipped"])
    skipped.why = "skipped: not here"
    let secret = ReleaseSample.call(
      "a/1", [#"{"headers": {"X-Api-Key": "hunter2"}}"#], outcome: #"{"success": "hunter2"}"#, isAnyOrder: true,
      shown: [#"{"headers": {"X-Api-Key": "…(7 characters)"}}"#])
    var hidden = secret
    hidden.shown = .object(
      secret.shown.members.map { ($0.name, $0.name == "outcome" ? ["success": "…(7 characters)"] : $0.value) })
    var release = ReleaseSample.release(
      [hidden, skipped, ReleaseSample.call("a/3", ["{}"])],
      again: [hidden, skipped, ReleaseSample.call("a/3", ["{}", "{}"])])
    release.contracts = ["a": "0123456789abcdef"]
    return release
  }

  /// Writes a release, changes the text, and reads it.
  private func read(_ change: (String) -> String = { $0 }) throws -> Result<Release, ReleaseFile.Failure> {
    try TestFolder.temporary { folder in
      let text = String(decoding: ReleaseFile.utf8(of: Self.sample(), runner: Self.runner), as: UTF8.self)
      try Data(change(text).utf8).write(to: folder.appendingPathComponent("old.json"))
      do throws(ReleaseFile.Failure) {
        return .success(
          try ReleaseFile.read(folder.appendingPathComponent("old.json").path, runner: "contract-run 9.9.9 (def)"))
      } catch { return .failure(error) }
    }
  }

  @Test("what is read is what was written, without secrets")
  func roundTrip() throws {
    let release = try read().get()
    let sample = Self.sample()
    #expect(release.isSaved)
    #expect(release.name == "old")
    #expect(release.ids == ["a/1", "a/2", "a/3"])
    #expect(release.contracts == sample.contracts)
    #expect(release.runs.map(\.time) == sample.runs.map(\.time))
    for (run, own) in zip(release.runs, sample.runs) {
      for (id, call) in own.calls {
        let read = try #require(run.calls[id])
        #expect(read.value == call.shown)
        #expect(read.status == call.status)
        #expect(read.codes == call.codes)
        #expect(read.why == call.why)
        #expect(read.isAnyOrder == call.isAnyOrder)
        #expect(read.operation == call.operation)
      }
    }
    let text = String(decoding: ReleaseFile.utf8(of: sample, runner: Self.runner), as: UTF8.self)
    #expect(!text.contains("hunter2"))
    #expect(ReleaseComparison(release, try read().get()).causes.map(\.line) == [])
  }

  @Test(
    "a file that is not what was written is refused, with what is wrong",
    arguments: [
      ("", "", "it is not complete JSON"), (#""calls""#, #""calls"#, "it is not complete JSON"),
      ("contract-run release", "contract-run report", "it is not a file of compare --save"),
      (#""format":1"#, #""format":2"#, "it has format 2, and this contract-run reads format 1"),
      (
        "contract-run 9.9.9", "contract-run 9.9.8", "it is a file of contract-run 9.9.8, and this is contract-run 9.9.9"
      ),
      (#""/things""#, #""/thongs""#, "it was changed: its contents do not have its fingerprint"),
      (#""id":"a/2""#, #""id":"a/1""#, "it was changed: calls[1] does not have the runs of one scenario"),
      (#""status":"passed""#, #""status":"great""#, "it was changed: calls[0].runs[0].status is \"great\""),
      (#""requests":[{"#, #""requests":[1,{"#, "it was changed: calls[0].runs[0] has no requests"),
      (#""outcome":{"success""#, #""outcome":1,"x":{"success""#, "it was changed: calls[0].runs[0] has no outcome"),
      (#""release":"old""#, #""release":"new""#, "it was changed: its contents do not have its fingerprint"),
      (#""calls": ["#, #""other": ["#, "it was changed: it has no calls or no contracts"),
      (#""id":"a/2""#, #""id":"""#, "it was changed: calls[1] does not have the runs of one scenario"),
      (#""times":[["#, #""times":[[],["#, "it was changed: times are not those of one run or two"),
    ])
  func refused(_ found: String, _ replacement: String, _ message: String) throws {
    let result = try read {
      found.isEmpty ? String($0.prefix(300)) : $0.replacing(found, with: replacement, maxReplacements: 1)
    }
    guard case .failure(let failure) = result else {
      Issue.record("it was read")
      return
    }
    expectText(failure.message, begins: message)
    #expect(!failure.help.isEmpty)
  }

  @Test("a release that was saved with other contracts is not compared")
  func otherContracts() {
    var (old, new) = (Self.sample(), Self.sample())
    #expect(old.difference(from: new) == nil)
    // A contract that only one of them has is reported scenario by scenario.
    new.contracts["b"] = "1"
    #expect(old.difference(from: new) == nil)
    old.contracts["a"] = "2"
    #expect(old.difference(from: new)?.message == "it was saved with other contracts: a")
    new.variations = "none"
    expectText(old.difference(from: new)?.message, begins: "it was saved with --variations declared")
  }
}
