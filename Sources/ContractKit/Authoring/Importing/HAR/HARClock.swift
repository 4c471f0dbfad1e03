import ContractCore
import Foundation

/// What a recorded client makes from its clock or its version, which another one sends in another way.
struct HARClock {
  private let present: TimeWindow
  private let secrets: Secrets

  /// - Parameter started: The time at which a request was sent, as the archive has it; nil if that is not readable.
  init?(_ started: String?, _ secrets: Secrets) {
    guard let day = started?.prefix(10),
      let date = try? Date(String(day), strategy: .iso8601.year().month().day())
    else { return nil }
    (present, self.secrets) = (TimeWindow(date, secrets: secrets), secrets)
  }

  /// Returns a request with patterns in place of the times near its own. `learn` has the same rule.
  func withoutTimes(_ request: ImportedRequest) -> ImportedRequest {
    var request = request
    request.query = map(request.query)
    request.headers = request.headers.map { name, value in
      let isSecret = (value.array ?? [value]).contains { secrets.isSecret(header: $0.string ?? "", under: name) }
      return (name, isSecret ? value : pattern(value))
    }
    if let (kind, content) = request.body?.onlyMember, ["json", "form"].contains(kind) {
      request.body = .object([(kind, pattern(content))])
    }
    return request
  }

  private func map(_ members: [(String, JSON)]) -> [(String, JSON)] {
    members.map { name, value in (name, secrets.canBeSecret(name: name) ? value : pattern(value)) }
  }

  private func pattern(_ value: JSON) -> JSON {
    if let elements = value.array { return .array(elements.map(pattern)) }
    guard let object = value.object else { return ValueProposal.time(value, present) ?? value }
    if object.members.contains(where: \.isMarked) { return value }
    return .object(map(object.members.map { ($0.name, $0.value) }))
  }
}
