package import ContractCore

/// An archive that `contract-run record` made.
package enum HARRecording {
  private static let creator = "contract-run"
  /// The member with the host of the real server.
  private static let host = "_recordedFrom"

  /// Returns what stands in place of the path of the document, so that the next recording of a host is recognized as the
  /// same document.
  package static func name(of host: String) -> String { "recorded from \(host)" }

  /// Returns that name for an archive that was kept in a file; nil for any other archive.
  static func name(of archive: JSON) -> String? {
    let log = archive["log"]
    guard log?["creator"]?["name"]?.string == creator, let host = log?[host]?.string, !host.contains("/") else {
      return nil
    }
    return name(of: host)
  }

  /// Returns an archive as it may be kept in a file: with other texts in place of the secrets. An import of it makes the
  /// same contracts.
  package static func kept(_ archive: JSON, from host: String, by secrets: Secrets, version: String) -> JSON {
    let entries = archive["log"]?["entries"]?.elements ?? []
    // Values are read recursively.
    let concealed = DeepStack.run { HARConcealment(secrets).entries(entries) }
    let log = JSON(members: [
      "version": "1.2", "creator": ["name": .string(creator), "version": .string(version)],
      Self.host: .string(host), "entries": .array(concealed),
    ])
    return ["log": log]
  }
}
