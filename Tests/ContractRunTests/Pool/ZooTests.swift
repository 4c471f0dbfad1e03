import ContractCore
import Testing

@Suite("the zoo: drivers that misbehave in one scenario")
struct ZooTests {
  static let calls: [Animal] = [
    Animal(
      name: "dies by a signal", driver: ["dies_by_signal"], status: .failed, code: "crashed",
      says: ["signal 11, SIGSEGV"]),
    Animal(name: "exits 0", driver: ["exits", "0"], status: .failed, code: "crashed", says: ["exit status 0"]),
    Animal(name: "exits 3", driver: ["exits", "3"], status: .failed, code: "crashed", says: ["exit status 3"]),
    Animal(
      name: "hangs", driver: ["hangs"], status: .failed, code: "timedOut",
      says: ["no result within 0.5 s", "the last answer went out"], within: 0.5),
    Animal(
      name: "writes rubbish", driver: ["rubbish"], status: .passed, code: nil,
      printed: ["Loading...", "indented rubbish", "[1, 2, 3]", "{unfinished", #"{"results": {"id": 1}}"#]),
    Animal(
      name: "writes half a message and dies", driver: ["half_message"], status: .failed, code: "crashed",
      says: ["exit status 0"], printed: [#""outcome": {"success": {"n""#]),
    Animal(
      name: "answers twice", driver: ["second_result"], status: .errored, code: "protocolFault",
      says: ["second result"]),
    Animal(
      name: "answers an unknown id", driver: ["result_unknown_id"], status: .errored, code: "protocolFault",
      says: ["call 1003, which was never made"]),
  ]

  @Test(
    "the scenario is blamed, and every other one gets its true verdict",
    .enabled(if: Python.isThere, Python.absence), arguments: calls)
  func misbehaving(_ animal: Animal) async throws { try await Zoo.visit(animal) }
}
