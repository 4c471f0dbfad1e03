import ContractKit

/// The clients of docs/what-it-catches.md, each with one mistake that real clients make; mended where the first argument
/// is `right`.
///
/// In each file the page shows what stands between `Wrong:` and `Right:`.
@main struct FaultsDriver: Driver {
  func operations(_ driver: inout Operations) {
    let isRight = CommandLine.arguments.dropFirst().first == "right"
    driver.completesOnlyOnSuccess(isRight)
    driver.returnsOnBadURL(isRight)
    driver.mockNamesItsClosure(isRight)
    driver.neverResumesTask(isRight)
    driver.completesTwice(isRight)
    driver.forceUnwrapsURL(isRight)
    driver.castsResponseByForce(isRight)
    driver.takesAnyResponse(isRight)
    driver.neverChecksStatus(isRight)
    driver.callsEverythingUnauthorized(isRight)
    driver.reportsMinusOne(isRight)
    driver.getsWithBody(isRight)
    driver.leavesPlusInQuery(isRight)
    driver.losesPathPrefix(isRight)
    driver.sendsNoContentType(isRight)
    driver.retriesUnasked(isRight)
  }
}
