module github.com/contractkit/ContractKit/Kits/go

go 1.19
