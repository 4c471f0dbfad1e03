import ContractCore
import Foundation

/// What the user does after `init`, to get a verdict about the client.
enum NextStep {
  /// Change the package, so that the driver can import the client, and run `init` again.
  case repair(ProjectTemplate.Client)
  /// Exclude the driver from a target of the client's package.
  case exclude(target: String)
  /// Call the client at a line of the driver: instead of the example, or for each imported operation.
  case callClient(file: String, line: Int, isImported: Bool)
  /// Describe an endpoint.
  case describe(contract: String)
  case smoke
  /// Complete the contract. `learn` prints what comes after it.
  case learn
  /// Make GitLab read the job.
  case include(job: String)
  /// Exclude files that runs write from the repository.
  case ignore
}

extension ProjectTemplate {
  /// What the user does next, in order.
  var next: [NextStep] {
    let driver = driver.file
    var steps: [NextStep] = []
    switch client {
    case .unknown, .library: break
    case .target, .nothing, .unreadable: steps.append(.repair(client))
    }
    if let widestTarget { steps.append(.exclude(target: widestTarget)) }
    if services.contains(.gitlab) { steps.append(.include(job: job(.gitlab).path)) }
    steps.append(.ignore)
    let isImported = !operations.isEmpty
    steps.append(.callClient(file: driver.path, line: example?.line ?? 1, isImported: isImported))
    if !isImported { steps.append(.describe(contract: contract.path)) }
    return steps + [.smoke, .learn]
  }

  /// The first lines of the example in the driver, with the comment above it, and the number of that comment's line.
  private var example: (line: Int, text: String)? {
    let lines = driver.file.text.split(separator: "\n", omittingEmptySubsequences: false)
    return lines.firstIndex { $0.contains(Self.mark) }.map { first in
      (first + 1, lines[first...].prefix(3).joined(separator: "\n"))
    }
  }

  /// Returns the step that calls the client, while a driver that `init` wrote still calls the example; otherwise nil.
  ///
  /// - Parameter folder: The folder of the client, as an absolute path.
  static func unfinished(in folder: String) -> NextStep? {
    for language in Language.allCases {
      let template = ProjectTemplate(clientFolder: folder, language: language)
      let path = FileSystem.join(folder, template.driver.file.path)
      guard let text = try? String(contentsOfFile: path, encoding: .utf8), let example = template.example,
        let range = text.range(of: example.text)
      else { continue }
      let line = text[..<range.lowerBound].count { $0.isNewline } + 1
      return .callClient(file: FileSystem.shown(path), line: line, isImported: false)
    }
    return nil
  }
}
