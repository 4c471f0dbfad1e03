import ContractCore

/// Why a document cannot be imported at all.
package struct ImportFailure: Error, Sendable {
  /// The document, as the user named it, perhaps with line and column.
  package var location: String
  package var message: String
  /// What to do next; one text for each line.
  package var help: [String] = []
  /// The format that the document has, if it is another one that can be imported.
  package var format: ImportFormat?

  /// Returns the commands that convert a YAML file to JSON. In each, `NO` and dates stay texts, as in YAML 1.2.
  static func conversions(of file: String) -> [String] {
    let (yaml, json) = (file.shellWord, converted(file, to: ".json"))
    return [
      "yq -o json . \(yaml) > \(json)  # the yq of Homebrew and mikefarah/yq",
      "yq . \(yaml) > \(json)  # the yq of Debian, Ubuntu and pip",
      #"""
      python3 -c 'import json,re,sys,yaml;L=yaml.SafeLoader;L.yaml_implicit_resolvers={};\#
      [L.add_implicit_resolver("tag:yaml.org,2002:"+t,re.compile(p),list(c)+[""]) for t,p,c in [\#
      ("bool","^(true|false)$","tf"),("null","^(null|~|)$","n~"),("int","^(0|-?[1-9][0-9]*)$","-0123456789"),\#
      ("float","^-?(0|[1-9][0-9]*)([.][0-9]+)?([eE][-+]?[0-9]+)?$","-0123456789"),("merge","^<<$","<")]];\#
      json.dump(yaml.load(sys.stdin,L),sys.stdout)' < \#(yaml) > \#(json)
      """#,
    ]
  }

  /// Returns the word for a shell that names what a file is converted to: a file beside it, with another ending.
  static func converted(_ file: String, to ending: String) -> String {
    let name = file.split(separator: "/", omittingEmptySubsequences: false).last ?? ""
    let dot = name.dropFirst().lastIndex(of: ".")
    let stem = dot.map { file[..<$0] } ?? file[...]
    // A command must not write into the file that it reads.
    return (file.hasSuffix(ending) ? file + ending : stem + ending).shellWord
  }
}
