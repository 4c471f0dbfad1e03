import ContractKit

/// One operation for each shape of client; each file in `Shapes/` has a client as people write it, and above it what the
/// driver needs for it.
@main struct ShapesDriver: Driver {
  func operations(_ driver: inout Operations) {
    // For the one client that can be given nothing; the others do not mind.
    driver.usesSharedSession = true
    // A session is handed over.
    driver.addAsyncStruct()
    driver.addActor()
    driver.addMainActor()
    driver.addTimer()
    driver.addNonSendable()
    driver.addBlocking()
    // A configuration, or protocol classes.
    driver.addOwnSession()
    driver.addProtocolClasses()
    // A protocol of the client's own.
    driver.addMainQueue()
    driver.addOwnTask()
    driver.addDownload()
    // Something else, or nothing.
    driver.addOtherStack()
    driver.addFixedOrigin()
    driver.addImpatient()
    driver.addSharedSession()
    // Clients that tell of their end in other ways than by a handler.
    driver.addDelegateObject()
    driver.addNotification()
  }
}
