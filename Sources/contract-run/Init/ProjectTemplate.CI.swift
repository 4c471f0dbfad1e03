import ContractCore
import ContractResources

extension ProjectTemplate {
  /// Returns the file that makes a service run the contracts.
  func job(_ service: CIService) -> File {
    let commands = programs + [checkout.map(Self.scalar), Self.scalar(run)].compactMap(\.self)
    switch service {
    case .github:
      return File(
        path: ".github/workflows/contracts.yml",
        text: String(cString: contractGitHubJob).filled(with: [
          "commands": commands.map { "      - run: \($0)" }.joined(separator: "\n")
        ]))
    case .gitlab:
      return File(
        path: ".gitlab/contracts.yml",
        text: String(cString: contractGitLabJob).filled(with: [
          "commands": commands.map { "    - \($0)" }.joined(separator: "\n")
        ]))
    }
  }

  /// Returns a command as YAML: in double quotes, which JSON also has, if YAML could read it as something else.
  private static func scalar(_ command: String) -> String {
    let isPlain = command.utf8.allSatisfy { (0x20...0x7E).contains($0) }
    let isOther = command.contains(": ") || command.contains(" #") || command.hasSuffix(":")
    return isPlain && !isOther ? command : JSON.string(command).text
  }

  /// The commands that install what a driver needs, apart from Swift, with comments of YAML.
  private var programs: [String] {
    let install = "apt-get update && apt-get install -y"
    let note = "  # and what your client needs"
    switch language {
    case .swift: return []
    case .python:
      guard let requirements = python?.requirements else { return ["\(install) python3\(note)"] }
      // The container has only the system's Python, which pip changes only if it is asked to.
      return [
        "\(install) python3 python3-pip", "python3 -m pip install --break-system-packages \(requirements)",
      ]
    case .shell: return ["\(install) curl\(note)"]
    }
  }

  /// The folder of the clone of ContractKit that a job makes, relative to that of the client. Nil if none is needed:
  /// SwiftPM makes it, or it is in the client's repository.
  private var clone: String? {
    switch kit {
    case .repository: return language == .swift ? nil : "../ContractKit"
    case .folder(let path):
      let folder = FileSystem.relative(path, from: clientFolder)
      return folder.hasPrefix("../") ? folder : nil
    }
  }

  private var checkout: String? {
    clone.map { folder in
      let (url, options) =
        switch kit {
        case .repository(let url, _) where kit == .released: (url, " --branch \(version)")
        case .repository(let url, _): (url, "")
        case .folder: (KitLocation.url, "")
        }
      return "git clone --depth 1\(options) " + CommandContext.shell([url, folder])
    }
  }

  private var run: String {
    let folder =
      switch (language, kit) {
      case (.swift, _): Self.folder
      case (_, .folder(let path)): FileSystem.relative(path, from: clientFolder)
      case (_, .repository): clone ?? "."
      }
    return "swift run --package-path \(CommandContext.shell([folder])) contract-run"
  }
}
