import ContractCore
import ContractResources
import Foundation
import TestSupport
import Testing

@testable import contract_run

/// A client's folder with what `init` wrote and `learn` completed, and programs that stand for those of a CI service.
///
/// The stand-in for `swift` starts the built contract-run only where a package has it, and builds a driver in Python that
/// calls the same example. So a test takes seconds, and shows whether commands and files fit each other.
struct InitProject {
  let folder: InitFolder
  var client: URL { folder.client }
  /// The variables of each command: those of this process, without those of a CI service that runs the tests.
  private(set) var environment: [String: String?] = [
    "CI_NODE_INDEX": nil, "CI_NODE_TOTAL": nil, "CIRCLE_NODE_INDEX": nil, "CIRCLE_NODE_TOTAL": nil,
    "BUILDKITE_PARALLEL_JOB": nil, "BUILDKITE_PARALLEL_JOB_COUNT": nil, "GITHUB_STEP_SUMMARY": nil,
    "GITHUB_ACTIONS": nil, "GITHUB_WORKSPACE": nil, "CI_PROJECT_DIR": nil,
  ]

  static func with(
    _ language: Language, files: [String: String] = [:], released: Bool = false,
    _ body: (InitProject) async throws -> Void
  ) async throws {
    try await InitFolder.with(files.merging([".github/CODEOWNERS": "", ".gitlab-ci.yml": ""]) { $1 }) { folder in
      let package = released ? [] : ["--package", "../ContractKit"]
      let started = try await folder.run(["init", "--language", language.rawValue] + package)
      try #require(started.status == 0, "\(started.output)\(started.errors)")
      let project = try InitProject(folder: folder)
      let learned = try await folder.run("learn", "--write", environment: project.environment)
      try #require(learned.status == 0, "\(learned.output)\(learned.errors)")
      try await body(project)
    }
  }

  /// Calls a test with the folder of a Swift package in which `init` did not run.
  static func new(_ body: (InitProject) async throws -> Void) async throws {
    try await InitFolder.with(["Package.swift": InitFolder.manifest(targets: "")]) { folder in
      try await body(InitProject(folder: folder))
    }
  }

  private init(folder: InitFolder) throws {
    self.folder = folder
    let command = TestFolder.products.appendingPathComponent("contract-run").path
    let python = try #require(Python.path)
    try folder.parent.write(String(cString: contractPythonKit), to: "stand-in/contract_driver.py")
    try folder.parent.write(Self.driver, to: "stand-in/driver.py")
    let programs = [
      "swift": """
      case $1 in
      run)
        shift
        clientFolder=.
        if [ "$1" = --package-path ]; then clientFolder=$2; shift 2; fi
        [ "$1" = contract-run ] || exit 64
        shift
        grep -q ContractKit "$clientFolder/Package.swift" || { echo "no package with contract-run in $clientFolder" >&2; exit 65; }
        exec "\(command)" "$@" ;;
      build)
        if [ "$*" = "build -c release --product contract-run" ]; then
          grep -q ContractKit Package.swift || exit 65
          mkdir -p .build/release
          ln -s "\(command)" .build/release/contract-run
          exit
        fi
        [ "$*" = "build --package-path contracts --product contract-driver" ] || exit 64
        grep -q contract-driver contracts/Package.swift || exit 65
        mkdir -p contracts/.build/debug
        printf '#!/bin/sh\\nexec python3 "%s"\\n' "\(folder.parent.path)/stand-in/driver.py" >contracts/.build/debug/contract-driver
        chmod +x contracts/.build/debug/contract-driver ;;
      *) exit 64 ;;
      esac
      """,
      "git": """
      [ "$1" = clone ] || exit 64
      for clientFolder in "$@"; do :; done
      case $clientFolder in https:*) clientFolder=${clientFolder##*/} ;; esac
      mkdir -p "$clientFolder"
      echo 'name: "ContractKit"' >"$clientFolder/Package.swift"
      """,
      "apt-get": "echo \"$*\" >>\"\(folder.parent.path)/installed\"",
      "python3": """
      [ "$1 $2" = "-m pip" ] || exec "\(python)" -S "$@"
      for what in "$@"; do
        case $what in https:*/contract_run-*.whl) ln -sf "\(command)" "\(folder.parent.path)/bin/contract-run" ;; esac
      done
      [ -e "$what" ] || exit 66
      echo "$*" >>"\(folder.parent.path)/installed"
      """,
      "curl": """
      # A client in shell also has its requests sent by curl.
      case "$*" in *"/releases/download/"*) ;; *) PATH=${PATH#*:} exec curl "$@" ;; esac
      for url in "$@"; do :; done
      name=$(basename "$url" .tar.gz)
      mkdir -p "\(folder.parent.path)/release/$name"
      ln -sf "\(command)" "\(folder.parent.path)/release/$name/contract-run"
      tar -cz -C "\(folder.parent.path)/release" "$name"
      """,
      "buildkite-agent": """
      [ "$1 $2 $4" = "artifact download ." ] || exit 64
      mkdir -p "$(dirname "$3")"
      cp "\(folder.parent.path)"/artifacts/*/$3 "$(dirname "$3")"
      """,
    ]
    for (name, script) in programs {
      try folder.parent.write("#!/bin/sh\n\(script)\n", to: "bin/\(name)")
      chmod(folder.parent.appendingPathComponent("bin/\(name)").path, 0o755)
    }
    let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
    environment["PATH"] = "\(folder.parent.path)/bin:\(path)"
  }

  /// What `installed` says about packages that a job installed.
  var installed: String { folder.parent.text("installed") ?? "" }

  /// Removes a file of the client's folder, if it is there.
  func remove(_ path: String) { try? FileManager.default.removeItem(at: client.appendingPathComponent(path)) }

  /// Runs the lines of a job as a service does, by default in the client's folder.
  func run(
    _ script: String, in clientFolder: URL? = nil, _ variables: [String: String] = [:]
  ) async throws -> BuiltCommand.Ended {
    let environment = environment.merging(variables.mapValues(Optional.some)) { $1 }
    return try await Gate.processes.pass {
      try await BuiltCommand(
        ["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", script], program: "/usr/bin/env",
        in: clientFolder ?? client, environment: environment, files: folder.parent
      ).end()
    }
  }

  private static let driver = """
    import json

    from contract_driver import Driver

    driver = Driver("shop", ["memory"])


    @driver.operation
    def example(call):
        answer = call.send("GET", f"{call.base_url}/items/{call.argument('id', str)}")
        if answer.status != 200:
            raise ValueError(f"status {answer.status}")
        return json.loads(answer.body)


    driver.run()

    """
}
