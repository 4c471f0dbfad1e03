import ContractCore

/// The parts of one contract's requests and outcomes that no scenario pins.
struct PinTable {
  /// One part.
  struct Row {
    var part: Pin.Part
    /// The changes that no scenario notices.
    var unnoticed: Set<Pin.Change>
    /// The request, as the contract describes it: `POST /todos`. "" for a part of an outcome.
    var request: String
    /// The scenario whose outcome has the part; "" for a part of a request.
    var scenario: String
    /// The place in the contract that could describe it.
    var range: SourceRange
  }

  /// How many parts there are, and how many of them are pinned.
  struct Count {
    var parts = 0
    var pinned = 0
  }

  let client: String
  let contract: Contract
  private(set) var rows: [Row] = []
  private(set) var requests = Count()
  private(set) var outcomes = Count()

  private struct Key: Hashable {
    var part: Pin.Part
    var request: String
    var scenario: String
  }

  /// - Parameter pinned: The pins of all scenarios of the contract, at least one.
  init?(_ pinned: ArraySlice<(result: ScenarioResult, pins: Pins)>) {
    guard let first = pinned.first?.result else { return nil }
    (client, contract) = (first.client, first.contract)
    var rows: [Row] = []
    var noticed: [Set<Pin.Change>] = []
    var numbers = Numbering<Key>()
    for (result, pins) in pinned {
      for pin in pins.all {
        let shape = pin.exchange.flatMap { result.scenario.exchanges[$0].request }
        let key = Key(
          part: pin.part, request: shape.map(UncheckedParts.name) ?? "",
          scenario: pin.exchange == nil ? result.scenario.name : "")
        let place = numbers.number(of: key)
        if place == rows.count {
          let range = shape?.range ?? result.scenario.expect?.range ?? result.scenario.range
          rows.append(
            Row(part: pin.part, unnoticed: [], request: key.request, scenario: key.scenario, range: range))
          noticed.append([])
        }
        rows[place].unnoticed.formUnion(pin.unnoticed)
        noticed[place].formUnion(pin.tried.subtracting(pin.unnoticed))
      }
    }
    for index in rows.indices { rows[index].unnoticed.subtract(noticed[index]) }
    for row in rows {
      let isPinned = row.unnoticed.isEmpty
      if case .outcome = row.part {
        outcomes.parts += 1
        outcomes.pinned += isPinned ? 1 : 0
      } else {
        requests.parts += 1
        requests.pinned += isPinned ? 1 : 0
      }
    }
    self.rows = rows.filter { !$0.unnoticed.isEmpty }
  }
}

extension StrengthReport {
  /// The table of each client's contract.
  var tables: [PinTable] {
    pins.chunked { $0.result.contract === $1.result.contract && $0.result.client == $1.result.client }
      .compactMap(PinTable.init)
  }
}
