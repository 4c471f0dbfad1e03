/// What a contract says about `verify`, which plays scenarios with the answers of the real server.
package struct Verification: Sendable {
  /// Whether the scenario is left out.
  package var isOff = false
  /// What is merged over the input, first the contract's and then the scenario's. `{"$env": "NAME"}` stands for the value
  /// of an environment variable.
  package var inputs: [JSON] = []

  /// Makes what a contract says that has nothing about it.
  package init() {}

  /// The member by which an input names an environment variable.
  static let variable = "$env"

  /// Returns the name of the variable that a value stands for; nil if it is another value.
  package static func variable(_ json: JSON) -> String? {
    json.members.count == 1 ? json[variable]?.string : nil
  }

  /// The names of all variables, each once.
  package var variables: [String] { inputs.flatMap(Self.variables).uniqued() }

  private static func variables(_ json: JSON) -> [String] {
    variable(json).map { [$0] } ?? json.values.flatMap(variables)
  }

  /// Returns an input with what `verify` changes in it.
  ///
  /// - Parameter variables: The values of environment variables.
  package func applied(to input: JSON, _ variables: [String: String]) -> JSON {
    inputs.reduce(input) { Self.merge($1, over: $0, variables) }
  }

  private static func merge(_ new: JSON, over old: JSON, _ variables: [String: String]) -> JSON {
    if let name = variable(new) { return .string(variables[name] ?? "") }
    guard let object = new.object else { return new.mapChildren { merge($0, over: .null, variables) } }
    var members = old.members.map { ($0.name, $0.value) }
    for member in object.members {
      if let index = members.firstIndex(where: { $0.0.isExactly(member.name) }) {
        members[index].1 = merge(member.value, over: members[index].1, variables)
      } else {
        members.append((member.name, merge(member.value, over: .null, variables)))
      }
    }
    return .object(members)
  }
}
