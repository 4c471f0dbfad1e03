/// What a contract says about `verify`, which plays scenarios with the answers of the real server.
package struct Verification: Sendable {
  /// Whether the scenario is left out.
  package var isOff = false
  /// What is merged over the input, first the contract's and then the scenario's. `{"$env": "NAME"}` stands for the value
  /// of an environment variable.
  package var inputs: [JSON] = []

  package init() {}

  /// Whether it changes nothing.
  var isEmpty: Bool { !isOff && inputs.isEmpty }

  /// The member by which an input names an environment variable.
  static let variable = "$env"

  /// Returns the name of the variable that a value stands for; nil if it is another value.
  package static func variable(_ json: JSON) -> String? {
    json.members.count == 1 ? json[variable]?.string : nil
  }

  /// Returns the names of the variables that an input needs, each once.
  package func variables(of input: JSON) -> [String] { Self.variables(merged(over: input)).uniqued() }

  private static func variables(_ json: JSON) -> [String] {
    variable(json).map { [$0] } ?? json.values.flatMap(variables)
  }

  /// Returns an input with what `verify` changes in it.
  ///
  /// - Parameter variables: The values of environment variables.
  package func applied(to input: JSON, _ variables: [String: String]) -> JSON {
    inputs.isEmpty ? input : Self.resolved(merged(over: input), variables)
  }

  private func merged(over input: JSON) -> JSON { inputs.reduce(input) { Self.merge($1, over: $0) } }

  private static func resolved(_ json: JSON, _ variables: [String: String]) -> JSON {
    variable(json).map { .string(variables[$0] ?? "") } ?? json.mapChildren { resolved($0, variables) }
  }

  private static func merge(_ new: JSON, over old: JSON) -> JSON {
    guard let object = new.object, variable(new) == nil, variable(old) == nil else { return new }
    var members = old.members.map { ($0.name, $0.value) }
    for member in object.members {
      if let index = members.firstIndex(where: { $0.0.isExactly(member.name) }) {
        members[index].1 = merge(member.value, over: members[index].1)
      } else {
        members.append((member.name, member.value))
      }
    }
    return .object(members)
  }
}
