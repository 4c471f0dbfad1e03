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
    let lines = driver.text.split(separator: "\n", omittingEmptySubsequences: false)
    let line = lines.firstIndex { $0.contains(Self.mark) } ?? 0
    var steps: [NextStep] = []
    switch client {
    case .unknown, .library: break
    case .target, .nothing, .unreadable: steps.append(.repair(client))
    }
    if let widestTarget { steps.append(.exclude(target: widestTarget)) }
    if services.contains(.gitlab) { steps.append(.include(job: job(.gitlab).path)) }
    steps.append(.ignore)
    let isImported = !operations.isEmpty
    steps.append(.callClient(file: driver.path, line: line + 1, isImported: isImported))
    if !isImported { steps.append(.describe(contract: contract.path)) }
    return steps + [.smoke, .learn]
  }
}
