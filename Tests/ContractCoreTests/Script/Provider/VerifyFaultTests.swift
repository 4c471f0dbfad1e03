import Foundation
import Testing

@testable import ContractCore
@testable import TestSupport

@Suite("What verify sends to the real server")
struct VerifyFaultTests {
  @Test("a correct client is green, and everything that it sends is forwarded", arguments: VerifyFlow.all)
  func correct(_ flow: VerifyFlow) throws {
    let played = try flow.play()
    #expect(played.verdict.status == .passed, "\(played.verdict.reasons.map(\.text))")
    #expect(played.forwarded == played.sent.map(\.captured))
    #expect(played.verdict.verified != nil)
  }

  @Test("of 1,000 clients with one fault each, nothing that is not described is forwarded, and each is red", .slow)
  func faults() throws {
    var numbers = SeededNumbers(state: 30)
    let contracts = try VerifyFlow.all.map { try ($0, $0.read(), $0.play()) }
    var count = 0
    while count < 1000 {
      for (flow, contract, right) in contracts {
        for index in right.sent.indices {
          let later = index + 1 < right.sent.count ? right.sent[index + 1] : nil
          for fault in VerifyFault.allCases {
            guard let wrong = fault.applied(to: right.sent[index], later: later, flow, &numbers) else { continue }
            count += 1
            let played = try flow.play(contract) { $0 == index ? wrong : [$1] }
            let isRight = played.forwarded == Array(right.forwarded.prefix(fault.isAfterwards ? index + 1 : index))
            let name = "\(flow.name), request \(index + 1), \(fault): \(wrong.map(\.captured.text))"
            #expect(isRight, "\(name)")
            #expect(played.verdict.status == .failed, "\(name): \(played.verdict.reasons.map(\.code))")
          }
        }
      }
    }
  }

  @Test("of equal requests that come at once, one is forwarded", arguments: ["GET", "DELETE"])
  func atOnce(_ method: String) throws {
    let contract = try Contract.read(
      VerifyFlow.contract(VerifyFlow.exchange(#""method": "\#(method)", "path": "/a""#, "{}")))
    for _ in 0..<50 {
      let provider = RecordingProvider { _ in .json([:]) }
      let script = Script(
        contract.scenarios[0].verified([:]), of: contract, transport: .loopback, provider: provider)
      DispatchQueue.concurrentPerform(iterations: 8) { _ in
        _ = script.reply(to: SentRequest(method, "/a").captured)
      }
      script.finish(.success(["ok": true]))
      #expect(provider.requests.count == 1)
      #expect(script.verdict().status == .failed)
    }
  }

  @Test("a request after the result is not forwarded")
  func late() throws {
    let contract = try Contract.read(VerifyFlow.one.contract)
    let provider = RecordingProvider { _ in .json([:]) }
    let script = Script(contract.scenarios[0].verified([:]), of: contract, transport: .loopback, provider: provider)
    script.finish(.success(["ok": true]))
    VerifyFlow.one.client { script.reply(to: $0.captured) }
    #expect(provider.requests.isEmpty)
    #expect(script.verdict().status == .failed)
  }
}
