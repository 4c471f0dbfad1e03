import CContractRun

/// The version of contract-run, with the commit that it was built from if the build named it.
enum Version {
  /// What `--version` prints: `contract-run 0.1.0 (abc1234)`, or `contract-run 0.1.0 (abc1234, with changes)`.
  ///
  /// - Parameter commit: What `git describe --always --dirty --exclude '*'` printed; "" if it is not known.
  static func text(commit: String = String(cString: contractRunCommit)) -> String {
    let dirty = "-dirty"
    let name = commit.hasSuffix(dirty) ? "\(commit.dropLast(dirty.count)), with changes" : commit
    return "contract-run \(version)" + (name.isEmpty ? "" : " (\(name))")
  }
}

/// This release of contract-run. CHANGELOG.md describes every release.
let version = "0.1.0"
