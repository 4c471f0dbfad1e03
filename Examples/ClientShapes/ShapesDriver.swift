import ContractKit

/// A driver with one operation for each shape of client.
///
/// Each file in `Shapes/` has a client in a form that is common in apps. The code that the driver needs is above it.
@main struct ShapesDriver: Driver {
  func register(in operations: inout Operations) {
    // One client accepts no injection, so it needs this. The other clients work with it too.
    operations.usesSharedSession = true
    // Clients that accept a session.
    operations.addAsyncStruct()
    operations.addActor()
    operations.addMainActor()
    operations.addTimer()
    operations.addNonSendable()
    operations.addBlocking()
    // Clients that accept a configuration or protocol classes.
    operations.addOwnSession()
    operations.addProtocolClasses()
    // Clients with their own protocol for the session.
    operations.addMainQueue()
    operations.addOwnTask()
    operations.addDownload()
    // Clients that accept something else, or nothing.
    operations.addOtherStack()
    operations.addFixedOrigin()
    operations.addImpatient()
    operations.addSharedSession()
    // Clients that report their end in other ways than through a handler.
    operations.addDelegateObject()
    operations.addNotification()
  }
}
