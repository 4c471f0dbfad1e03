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
    var shown = self
    shown.json = Mask(secrets).json(json)
    shown.hasSecret = hasSecret || shown.json != json
    return shown
  }
}
