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

  /// The commands that convert YAML to JSON. In each, `NO` and dates stay texts, as in YAML 1.2.
  static let conversions = [
    "yq -o json . FILE.yaml > FILE.json  # the yq of Homebrew and mikefarah/yq",
    "yq . FILE.yaml > FILE.json  # the yq of Debian, Ubuntu and pip",
    #"""
    python3 -c 'import json,re,sys,yaml;L=yaml.SafeLoader;L.yaml_implicit_resolvers={};\#
    [L.add_implicit_resolver("tag:yaml.org,2002:"+t,re.compile(p),list(c)+[""]) for t,p,c in [\#
    ("bool","^(true|false)$","tf"),("null","^(null|~|)$","n~"),("int","^(0|-?[1-9][0-9]*)$","-0123456789"),\#
    ("float","^-?(0|[1-9][0-9]*)([.][0-9]+)?([eE][-+]?[0-9]+)?$","-0123456789"),("merge","^<<$","<")]];\#
    json.dump(yaml.load(sys.stdin,L),sys.stdout)' < FILE.yaml > FILE.json
    """#,
  ]
}
