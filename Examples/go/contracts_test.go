package contracts

import (
	"testing"

	"github.com/contractkit/ContractKit/Kits/go/contractdriver"
)

func TestContracts(t *testing.T) {
	contractdriver.Test(t, "contract-run.json")
}
