import ContractCore
import ContractResources

extension ProjectTemplate {
  /// Returns the file that makes a service run the contracts.
  func job(_ service: CIService) -> File {
    let commands = installsRelease ? fromRelease : fromSource
    let (path, template, indent) =
      switch service {
      case .github: (".github/workflows/contracts.yml", String(cString: contractGitHubJob), "      - run: ")
      case .gitlab: (".gitlab/contracts.yml", String(cString: contractGitLabJob), "    - ")
      }
    let text = template.filled(with: [
      "image": (installsRelease ? language : .swift).facts.image,
      "commands": commands.map { indent + $0 }.joined(separator: "\n"),
    ])
    return File(path: path, text: text)
  }

  /// Whether the job installs the program of the release. Otherwise it builds the program: with a driver in Swift, which
  /// imports ContractKit, and from the package that `--package` names.
  private var installsRelease: Bool { language != .swift && kit == .released }

  /// The commands of a job that installs the release, as YAML.
  private var fromRelease: [String] {
    let assets = "\(KitLocation.url)/releases/download/\(version)"
    if language == .python {
      let wheel = "\(assets)/contract_run-\(version)-py3-none-manylinux_2_17_x86_64.musllinux_1_1_x86_64.whl"
      return ["python3 -m pip install \(wheel)" + (python?.requirements.map { " \($0)" } ?? Self.note), "contract-run"]
    }
    let archive = "contract-run-\(version)-linux-x86_64"
    let unpack = "curl --fail --silent --location \(assets)/\(archive).tar.gz | tar -xz"
    // Go gets what the client needs during the build.
    let isReady = language == .go || node?.isLocked == true
    return [unpack + (isReady ? "" : Self.note)] + dependencies + ["\(archive)/contract-run"]
  }

  /// The commands of a job that builds the program, as YAML.
  private var fromSource: [String] { programs + [checkout, run].compactMap(\.self).map(Self.scalar) }

  /// The comment of a command to which the user adds something.
  private static let note = "  # and what your client needs"

  /// Returns a command as YAML: in double quotes, which JSON also has, if YAML could read it as something else.
  private static func scalar(_ command: String) -> String {
    let isPlain = command.utf8.allSatisfy { (0x20...0x7E).contains($0) }
    let isOther = command.contains(": ") || command.contains(" #") || command.hasSuffix(":")
    return isPlain && !isOther ? command : JSON.string(command).text
  }

  /// The commands that install what a driver needs, apart from Swift, as YAML.
  private var programs: [String] {
    let install = "apt-get update && apt-get install -y"
    switch language {
    case .swift: return []
    case .python:
      guard let requirements = python?.requirements else { return ["\(install) python3\(Self.note)"] }
      // The container has only the system's Python, which pip changes only if it is asked to.
      return ["\(install) python3 python3-pip", "python3 -m pip install --break-system-packages \(requirements)"]
    case .node:
      let node = "\(install) nodejs npm"
      return dependencies.isEmpty ? [node + Self.note] : [node] + dependencies
    case .go: return ["\(install) golang"]
    case .shell: return ["\(install) curl\(Self.note)"]
    }
  }

  /// The command that installs what the manifest of a client in Node names.
  private var dependencies: [String] { node?.isLocked == true ? ["npm ci"] : [] }

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
      let url = if case .repository(let url, _) = kit { url } else { KitLocation.url }
      return "git clone --depth 1 " + ShellWords.text([url, folder])
    }
  }

  private var run: String {
    let folder =
      switch (language, kit) {
      case (.swift, _): Self.folder
      case (_, .folder(let path)): FileSystem.relative(path, from: clientFolder)
      case (_, .repository): clone ?? "."
      }
    return "swift run --package-path \(ShellWords.text([folder])) contract-run"
  }
}
