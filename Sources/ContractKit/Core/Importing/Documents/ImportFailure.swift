/// Why a document cannot be imported at all.
package struct ImportFailure: Error, Sendable {
  /// The document, as the user named it, perhaps with line and column.
  package var place: String
  package var message: String
  /// What to do next; one text for each line.
  package var help: [String] = []

  /// Makes a failure; by default without help.
  package init(place: String, message: String, help: [String] = []) {
    (self.place, self.message, self.help) = (place, message, help)
  }

  /// The commands that convert YAML to JSON.
  static let conversions = [
    "yq -o json FILE.yaml > FILE.json",
    "ruby -ryaml -rjson -e 'puts JSON.generate(YAML.safe_load(STDIN.read, aliases: true))' < FILE.yaml > FILE.json",
    "python3 -c 'import sys,yaml,json; json.dump(yaml.safe_load(sys.stdin),sys.stdout,default=str)' < FILE.yaml > FILE.json",
  ]
}
