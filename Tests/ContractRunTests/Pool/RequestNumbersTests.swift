import Testing

@testable import contract_run

@Suite("the numbers of a call's requests")
struct RequestNumbersTests {
  private func taken(_ numbers: [Int]) -> (RequestNumbers, isNew: [Bool]) {
    var all = RequestNumbers()
    let isNew = numbers.map { all.insert($0) }
    return (all, isNew)
  }

  @Test("requests that come in order, or overtake each other, all come once")
  func order() {
    for numbers in [[1, 2, 3, 4], [2, 1, 4, 3], [4, 3, 2, 1]] {
      let (all, isNew) = taken(numbers)
      #expect(isNew == [true, true, true, true])
      #expect(all.last == 4)
      #expect(all.firstMissing == nil)
    }
  }

  @Test("a number that comes again is seen, in order and out of it")
  func again() {
    #expect(taken([1, 1, 3, 3, 2, 3]).isNew == [true, false, true, false, true, false])
  }

  @Test("the first that is missing is known while a later one is there")
  func missing() {
    #expect(taken([]).0.firstMissing == nil)
    #expect(taken([1, 2]).0.firstMissing == nil)
    let (all, _) = taken([1, 5, 3])
    #expect(all.firstMissing == 2)
    #expect(all.last == 5)
  }
}
