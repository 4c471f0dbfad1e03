/// What could not be checked in a call. It does not change the status.
package enum Unobserved: Maskable, Hashable {
  /// A part of a request, by the number of the request, from 1.
  case part(String, request: Int)
  /// A whole request, by its number, or by that of its exchange if requests may come in any order.
  case request(Int)
  case requestOfExchange(Int)
  /// Something about the call, by the name that the driver or contract-run has for it.
  case call(String)

  /// Its text in reports.
  package var text: String {
    switch self {
    case .part(let name, let request): "request \(request): \(name)"
    case .request(let number): "request \(number)"
    case .requestOfExchange(let number): "the request of exchange \(number)"
    case .call(let name): name
    }
  }

  /// The name under which it is counted: that of a part is the same for all requests.
  package private(set) var name: String {
    get { if case .part(let name, _) = self { name } else { text } }
    set {
      switch self {
      case .part(_, let request): self = .part(newValue, request: request)
      case .call: self = .call(newValue)
      case .request, .requestOfExchange: break
      }
    }
  }

  // A driver may name it.
  package static var secretParts: [SecretPart<Self>] { [.init(\.name)] }

  /// The check that only a guard makes: whether the client also sent requests to hosts outside its call.
  package static let otherHosts = Unobserved.call("other hosts")

  package var hasNothingToHide: Bool { self == .otherHosts }

  package var isOfCall: Bool { if case .call = self { true } else { false } }

  /// Whether a whole request could not be seen.
  package var isRequest: Bool {
    switch self {
    case .request, .requestOfExchange: true
    case .part, .call: false
    }
  }

  /// Its facts in reports.
  package var json: JSON {
    switch self {
    case .part(let name, let request): ["part": .string(name), "request": .number(request)]
    case .request(let number): ["request": .number(number)]
    case .requestOfExchange(let number): ["exchange": .number(number)]
    case .call: [:]
    }
  }

  /// Makes it from what a report has.
  ///
  /// - Parameter json: Its facts; nil if there are none.
  package init(recorded text: String, _ json: JSON?) {
    if let number = json?["exchange"]?.int {
      self = .requestOfExchange(number)
    } else if let number = json?["request"]?.int {
      self = json?["part"]?.string.map { .part($0, request: number) } ?? .request(number)
    } else {
      self = .call(text)
    }
  }
}
