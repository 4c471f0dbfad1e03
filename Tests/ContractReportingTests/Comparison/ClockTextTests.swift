import Foundation
import Testing

@testable import ContractReporting

@Suite("Times near the clocks of two runs")
struct ClockTextTests {
  // 2026-11-27 12:00 and 2026-12-04 12:00 UTC.
  private let clocks = ClockText(
    ReleaseSample.noon...(ReleaseSample.noon + 1), (ReleaseSample.noon + 604_800)...(ReleaseSample.noon + 604_801))

  @Test(
    "each form of a time is found",
    arguments: [
      ("2026-11-27T12:00:00Z", "2026-12-04T12:00:01Z"), ("2026-11-27", "2026-12-04"),
      ("2026-11-27 12:00", "2026-12-04 12:01"),
      ("at 2026-11-27T13:00:00.123+01:00!", "at 2026-12-04T13:00:00.98765+01:00!"),
      ("20261127T120000Z", "20261204T120000Z"), ("AKIA/20261127/eu/s3", "AKIA/20261204/eu/s3"),
      ("Fri, 27 Nov 2026 12:00:00 GMT", "Fri, 04 Dec 2026 12:00:00 GMT"),
      ("1795780800", "1796385600"), ("1795780800.25", "1796385600.5"), ("t=1795780800123;", "t=1796385600456;"),
      ("1795780800123456", "1796385600123456"), ("1795780800123456789", "1796385600123456789"),
      ("1795784400", "1796389200"),
    ])
  func found(_ old: String, _ new: String) { #expect(clocks.isSame(old, new)) }

  @Test(
    "what is not a time of its run, or is written in another form, or has another text beside it, is a difference",
    arguments: [
      ("2020-11-27T12:00:00Z", "2020-12-04T12:00:00Z"), ("2026-11-27T12:00:00Z", "2026-11-27T12:00:01Z"),
      ("2026-11-27T12:00:00Z", "2026-12-04T12:00:00+00:00"), ("1795780800", "1796385600000"),
      ("1795780800", "2026-12-04T12:00:00Z"), ("a 1795780800", "b 1796385600"), ("1", "2"), ("x", "y"),
      ("11795780800", "11796385600"), ("2026-11-20T12:00:00Z", "2026-12-04T12:00:00Z"),
      ("2026-99-99T12:00:00Z", "2026-12-04T12:00:00Z"),
    ])
  func different(_ old: String, _ new: String) { #expect(!clocks.isSame(old, new)) }
}
