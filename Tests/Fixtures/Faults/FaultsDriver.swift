import ContractKit

/// The driver of the clients in docs/what-it-catches.md. Each client has one mistake that real clients make. If the
/// first argument is `right`, the clients are fixed.
///
/// The page shows the part of each file between `Wrong:` and `Right:`.
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
