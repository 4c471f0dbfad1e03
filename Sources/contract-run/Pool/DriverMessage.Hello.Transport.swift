import ContractCore

extension DriverMessage.Hello {
  /// How requests travel where nobody says: in memory where the driver can, which is faster and sees more.
  var preferred: Transport { transports.contains(.memory) ? .memory : .loopback }
}
