import ContractKit

/// One operation for each shape of client; each file in `Shapes/` has a client as people write it, and above it what the
/// driver needs for it.
@main struct ShapesDriver: Driver {
  func register(in operations: inout Operations) {
    // For the one client that can be given nothing; the others do not mind.
    operations.usesSharedSession = true
    // A session is handed over.
    operations.addAsyncStruct()
    operations.addActor()
    operations.addMainActor()
    operations.addTimer()
    operations.addNonSendable()
    operations.addBlocking()
    // A configuration, or protocol classes.
    operations.addOwnSession()
    operations.addProtocolClasses()
    // A protocol of the client's own.
    operations.addMainQueue()
    operations.addOwnTask()
    operations.addDownload()
    // Something else, or nothing.
    operations.addOtherStack()
    operations.addFixedOrigin()
    operations.addImpatient()
    operations.addSharedSession()
    // Clients that tell of their end in other ways than by a handler.
    operations.addDelegateObject()
    operations.addNotification()
  }
}
