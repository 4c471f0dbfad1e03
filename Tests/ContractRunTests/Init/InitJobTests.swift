import ContractCore
import Foundation
import TestSupport
import Testing

@testable import contract_run

@Suite("The CI jobs that contract-run init writes")
struct InitJobTests {
  private func starter(_ language: Language, _ kit: KitLocation? = nil) -> ProjectTemplate {
    ProjectTemplate(clientFolder: "/clients/shop", language: language, namedKit: kit)
  }

  @Test("a job runs the contracts, and keeps the report")
  func files() {
    expectText(
      starter(.swift).job(.github).text,
      is: """
        name: contracts
        on: [push, pull_request]
        jobs:
          contracts:
            runs-on: ubuntu-latest
            container: swift:6.3
            steps:
              - uses: actions/checkout@v5
              - run: swift run --package-path contracts contract-run
              - uses: actions/upload-artifact@v6
                if: always()
                with:
                  name: contract-results
                  path: contract-results.xml

        """)
    expectText(
      starter(.python).job(.gitlab).text,
      is: """
        contracts:
          image: python:3.13
          script:
            - python3 -m pip install https://github.com/contractkit/ContractKit/releases/download/0.1.0/contract_run-0.1.0-py3-none-manylinux_2_17_x86_64.musllinux_1_1_x86_64.whl  # and what your client needs
            - contract-run
          artifacts:
            when: always
            reports:
              junit: contract-results.xml

        """)
  }

  /// The lines of a job that run commands.
  private func commands(_ starter: ProjectTemplate) -> [String] {
    starter.job(.gitlab).text.split(separator: "\n").filter { $0.hasPrefix("    - ") }.map { String($0.dropFirst(6)) }
  }

  @Test("a job without Swift unpacks the program of the release")
  func release() {
    let archive = "contract-run-0.1.0-linux-x86_64"
    let release = "https://github.com/contractkit/ContractKit/releases/download/0.1.0"
    expectTexts(
      commands(starter(.shell)),
      are: [
        "curl --fail --silent --location \(release)/\(archive).tar.gz | tar -xz  # and what your client needs",
        "\(archive)/contract-run",
      ])
    let image = starter(.shell).job(.github).text.split(separator: "\n").first { $0.contains("container:") }
    #expect(image == "    container: buildpack-deps:curl")
  }

  @Test("a job clones ContractKit if SwiftPM does not, to the clientFolder that the files name")
  func clones() {
    expectTexts(
      commands(starter(.swift, .folder("/clients/my kit"))),
      are: [
        "git clone --depth 1 https://github.com/contractkit/ContractKit '../my kit'",
        "swift run --package-path contracts contract-run",
      ])
    expectTexts(
      commands(starter(.swift, .folder("/clients/shop/vendor/ContractKit"))),
      are: ["swift run --package-path contracts contract-run"])
    expectTexts(
      commands(starter(.python, .folder("/clients/shop/vendor/ContractKit"))),
      are: [
        "apt-get update && apt-get install -y python3  # and what your client needs",
        "swift run --package-path vendor/ContractKit contract-run",
      ])
    expectTexts(
      commands(starter(.shell, .repository("https://example.com/fork.git", versions: "branch: \"main\""))),
      are: [
        "apt-get update && apt-get install -y curl  # and what your client needs",
        "git clone --depth 1 https://example.com/fork.git ../ContractKit",
        "swift run --package-path ../ContractKit contract-run",
      ])
  }

  @Test("a job for Python installs what the client's files say that it needs")
  func requirements() async throws {
    for (file, what) in [("requirements.txt", "-r requirements.txt"), ("setup.py", ".")] {
      try await InitFolder.with([file: ""]) { folder in
        var python = starter(.python, .folder("/clients/shop/vendor/ContractKit"))
        python.python = PythonProject(in: folder.client.path)
        expectTexts(
          commands(python).map { $0.hasSuffix(what) ? $0.dropLast(what.count) + "WHAT" : $0 },
          are: [
            "apt-get update && apt-get install -y python3 python3-pip",
            "python3 -m pip install --break-system-packages WHAT",
            "swift run --package-path vendor/ContractKit contract-run",
          ])
        python.namedKit = nil
        #expect(commands(python).first?.hasSuffix("musllinux_1_1_x86_64.whl \(what)") == true)
      }
    }
  }

  @Test("a command that YAML would read as something else is in quotes")
  func quotes() {
    expectTexts(
      commands(starter(.python, .folder("/clients/Kit #1"))),
      are: [
        "apt-get update && apt-get install -y python3  # and what your client needs",
        #""git clone --depth 1 https://github.com/contractkit/ContractKit '../Kit #1'""#,
        #""swift run --package-path '../Kit #1' contract-run""#,
      ])
    expectTexts(
      commands(starter(.shell, .folder("/clients/shop/a\\b: \"c\""))),
      are: [
        "apt-get update && apt-get install -y curl  # and what your client needs",
        #""swift run --package-path 'a\\b: \"c\"' contract-run""#,
      ])
    expectTexts(
      commands(starter(.swift, .folder("/clients/kit:"))),
      are: [
        #""git clone --depth 1 https://github.com/contractkit/ContractKit ../kit:""#,
        "swift run --package-path contracts contract-run",
      ])
    expectTexts(
      commands(starter(.swift, .folder("/clients/a\tb"))),
      are: [
        #""git clone --depth 1 https://github.com/contractkit/ContractKit '../a\tb'""#,
        "swift run --package-path contracts contract-run",
      ])
  }

  @Test("actionlint accepts the job for GitHub", .slow, arguments: Language.allCases)
  func actionlint(_ language: Language) async throws {
    try await TestFolder.temporary { folder in
      let job = starter(language, language == .shell ? .folder("/clients/it's mine: #1") : nil).job(.github)
      try folder.write(job.text, to: job.path)
      let ended = try await BuiltCommand(
        ["-c", "command -v actionlint >/dev/null || exit 0; exec actionlint \(job.path)"], program: "/bin/sh",
        in: folder
      ).end()
      #expect(ended.status == 0, "\(ended.output)\(ended.errors)")
    }
  }

  @Test("the files that exist show the service")
  func services() async throws {
    try await InitFolder.with { #expect(CIService.used(in: $0.client.path) == []) }
    try await InitFolder.with([".gitlab-ci.yml": ""]) { folder in
      #expect(CIService.used(in: folder.client.path) == [.gitlab])
      let ended = try await folder.run("init", "--language", "shell")
      expectText(
        ended.output,
        has: """
          next:
            1. add these lines to .gitlab-ci.yml:
                 include:
                   - local: .gitlab/contracts.yml
            2. add these files to .gitignore: contract-results.xml, .contract-run.last.json
            3. call your client
          """)
      #expect(folder.client.text(".gitlab-ci.yml") == "")
      #expect(folder.client.text(".gitlab/contracts.yml")?.isEmpty == false)
    }
    try await InitFolder.with([".gitlab-ci.yml": "", ".github/CODEOWNERS": ""]) {
      #expect(CIService.used(in: $0.client.path) == [.github, .gitlab])
    }
  }
}
