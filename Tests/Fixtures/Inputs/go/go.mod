module github.com/contractkit/ContractKit/Tests/Fixtures/Inputs/go

go 1.19

require github.com/contractkit/ContractKit/Kits/go v0.1.0

// The kit of this checkout.
replace github.com/contractkit/ContractKit/Kits/go => ../../../../Kits/go
