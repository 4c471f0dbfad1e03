/// A compiled schema: its nodes know each other by index, and no name of a keyword is looked up when it is applied.
final class SchemaProgram: Sendable {
  /// The schemas; the first is the whole.
  let nodes: [SchemaNode]
  /// Where keywords and schemas were written, for differences.
  let places: [SourceRange]
  /// Whether a `$dynamicRef` needs to know through which resources it was come to.
  let tracksScope: Bool

  init(nodes: [SchemaNode], places: [SourceRange], tracksScope: Bool) {
    self.nodes = nodes
    self.places = places
    self.tracksScope = tracksScope
  }
}
