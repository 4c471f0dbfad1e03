import ContractCore

// The member `timeline` of a result.
extension Timeline {
  var json: JSON {
    func seconds(_ seconds: Double?) -> JSON? { seconds.map(JSONReport.seconds) }
    return [
      "calls": .array(
        calls.map {
          JSON(members: ["from": seconds($0.from), "canceled": seconds($0.canceled), "to": seconds($0.to)])
        }),
      "requests": .array(
        requests.map {
          JSON(members: ["from": seconds($0.from), "to": seconds($0.to), "call": $0.call.map { .number($0) }])
        }),
    ]
  }

  init(recorded json: JSON) {
    self.init(
      calls: (json["calls"]?.elements ?? []).map {
        Call(from: $0["from"]?.double ?? 0, canceled: $0["canceled"]?.double, to: $0["to"]?.double)
      },
      requests: (json["requests"]?.elements ?? []).map {
        Request(from: $0["from"]?.double ?? 0, to: $0["to"]?.double, call: $0["call"]?.int)
      })
  }
}
