// A test needs this import alone: its driver is made with ContractKit.
@_exported public import ContractKit
