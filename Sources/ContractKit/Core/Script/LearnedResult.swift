/// A result that `learn` can write into a file.
package struct LearnedResult: Maskable {
  package private(set) var json: JSON
  /// Whether it has something that looks like a secret, which is never written into a file.
  package private(set) var hasSecret: Bool

  init(_ json: JSON) {
    self.json = json
    hasSecret = Mask.standard.json(json) != json || !Secrets.standard.ranges(in: json.text).isEmpty
  }

  package func masked(by secrets: Secrets) -> LearnedResult {
    let shown = Mask(secrets).json(json)
    return copy(of: self) { ($0.json, $0.hasSecret) = (shown, hasSecret || shown != json) }
  }
}
