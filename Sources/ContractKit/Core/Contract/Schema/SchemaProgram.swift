/// A compiled schema. Its nodes refer to each other by index, and applying it needs no lookup of keyword names.
package final class SchemaProgram: Sendable {
  /// The nodes. The first is the whole schema.
  package let nodes: [SchemaNode]
  /// The places of keywords and schemas, which differences show.
  let ranges: [SourceRange]
  /// Whether a `$dynamicRef` depends on the resources through which it was reached.
  let tracksScope: Bool

  init(nodes: [SchemaNode], ranges: [SourceRange], tracksScope: Bool) {
    self.nodes = nodes
    self.ranges = ranges
    self.tracksScope = tracksScope
  }
}
