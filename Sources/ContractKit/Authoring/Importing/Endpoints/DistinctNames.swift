import ContractCore

/// Names for the scenarios of documents that give them none: those of the same name get what differs between them.
enum DistinctNames {
  /// The largest number of values of an input or an answer that are compared.
  private static let limit = 500
  /// The longest value in a name, in characters.
  private static let length = 40

  /// Returns a name for each scenario: its own, or one with what differs in its input, or else in its answers.
  ///
  /// - Parameter parts: The input and the answers of each scenario, without secrets.
  static func names(_ names: [String], _ parts: [(input: JSON, answers: JSON)]) -> [String] {
    distinct(distinct(names, parts.map(\.input)), parts.map(\.answers))
  }

  private static func distinct(_ names: [String], _ values: [JSON]) -> [String] {
    var result = names
    for indices in Dictionary(grouping: names.indices, by: { names[$0] }).values where indices.count > 1 {
      let all = indices.map { leaves(of: values[$0]) }
      let ranks = differing(all)
      for (index, leaves) in zip(indices, all) {
        let own = leaves.uniqued(on: \.path).compactMap { leaf in ranks[leaf.path].map { (rank: $0, leaf: leaf) } }
        let texts = own.sorted { $0.rank < $1.rank }.prefix(2).map { _, leaf in
          let text = leaf.text.count > length ? "\(leaf.text.prefix(length))…" : leaf.text
          return Excerpt.visible(leaf.path.isEmpty ? text : "\(leaf.path)=\(text)")
        }
        if !texts.isEmpty { result[index] = "\(names[index]) (\(texts.joined(separator: ", ")))" }
      }
    }
    return result
  }

  /// Returns the paths of the values that are not the same everywhere, with their places in the order found.
  private static func differing(_ all: [[(path: String, text: String)]]) -> [String: Int] {
    let paths = all.joined().grouped(by: \.path).filter { _, leaves in
      leaves.count != all.count || Set(leaves.map(\.text)).count > 1
    }.map(\.key)
    return Dictionary(uniqueKeysWithValues: zip(paths, paths.indices))
  }

  private static func leaves(of json: JSON) -> [(path: String, text: String)] {
    var leaves: [(path: String, text: String)] = []
    func visit(_ json: JSON, _ path: String) {
      if leaves.count >= limit { return }
      if json.isScalar { leaves.append((path, json.isNull ? "null" : json.asText)) }
      for (name, value) in json.children { visit(value, path.isEmpty ? name : "\(path).\(name)") }
    }
    visit(json, "")
    return leaves
  }
}
