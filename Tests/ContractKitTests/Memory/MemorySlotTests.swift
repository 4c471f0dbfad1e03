import Foundation
import Testing

@testable import ContractKit

@Suite("Slots: which call a request belongs to", .timeLimit(.hang))
struct MemorySlotTests {
  @Test("every slot has its own class, which knows the slot's number")
  func classes() {
    let ring = MemorySlot.Ring()
    var seen: Set<ObjectIdentifier> = []
    for index in 0..<5000 {
      let slot = ring.claim(for: ClosureResponder { _ in .ok("\(index)") })
      seen.insert(ObjectIdentifier(slot.protocolClass))
      #expect(slot.index == index)
      #expect(slot.protocolClass.slot == index)
    }
    #expect(seen.count == 5000)
  }

  @Test("a slot is leased again only after it was released and 4,096 others were leased")
  func lending() async {
    let ring = MemorySlot.Ring()
    let slots = (0..<4000).map { index in ring.claim(for: ClosureResponder { _ in .ok("\(index)") }) }
    ring.release(slots[7])
    ring.release(slots[3])
    let next = (0..<100).map { _ in ring.claim(for: ClosureResponder { _ in .ok("new") }).index }
    #expect(next == Array(4000..<4096) + [7, 3, 4096, 4097])
    let request = CapturedRequest(method: "GET", url: "http://localhost/")
    #expect(await ring.call(of: 3)?.responder.reply(to: request) == .ok("new"))
    #expect(await ring.call(of: 4)?.responder.reply(to: request) == .ok("4"))
    #expect(ring.call(of: 4098) == nil)
  }

  @Test("a request on an old call's session still reaches that call, a thousand calls later")
  func lateRequest() async throws {
    let session = Call.memory { _ in .ok("old") }.session
    for _ in 0..<1000 { _ = Call.memory { _ in .ok("new") }.protocolClasses }
    let (data, _) = try await session.data(from: URL(string: "http://localhost/")!)
    #expect(String(decoding: data, as: UTF8.self) == "old")
  }

  @Test("a call has one slot, whichever injection points it uses")
  func oneSlot() {
    let call = Call.memory()
    let first = call.protocolClasses.map { ObjectIdentifier($0) }
    #expect(first.count == 1)
    #expect(call.configuration.protocolClasses?.first.map { ObjectIdentifier($0) } == first.first)
    #expect(call.session.configuration.protocolClasses?.first.map { ObjectIdentifier($0) } == first.first)
    #expect(call.session === call.session)
  }
}
