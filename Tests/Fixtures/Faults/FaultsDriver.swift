import ContractKit

/// The clients of docs/what-it-catches.md, each with one mistake that real clients make; mended where the first argument
/// is `right`.
///
/// In each file the page shows what stands between `Wrong:` and `Right:`.
@main struct FaultsDriver: Driver {
  func register(in operations: inout Operations) {
    let isRight = CommandLine.arguments.dropFirst().first == "right"
    operations.completesOnlyOnSuccess(isRight)
    operations.returnsOnBadURL(isRight)
    operations.mockNamesItsClosure(isRight)
    operations.neverResumesTask(isRight)
    operations.completesTwice(isRight)
    operations.forceUnwrapsURL(isRight)
    operations.castsResponseByForce(isRight)
    operations.takesAnyResponse(isRight)
    operations.neverChecksStatus(isRight)
    operations.callsEverythingUnauthorized(isRight)
    operations.reportsMinusOne(isRight)
    operations.getsWithBody(isRight)
    operations.leavesPlusInQuery(isRight)
    operations.losesPathPrefix(isRight)
    operations.sendsNoContentType(isRight)
    operations.retriesUnasked(isRight)
  }
}
