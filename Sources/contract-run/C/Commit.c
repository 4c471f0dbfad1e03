#include "CContractRun.h"

#ifndef CONTRACTKIT_COMMIT
#define CONTRACTKIT_COMMIT ""
#endif

const char *_Nonnull const contractRunCommit = CONTRACTKIT_COMMIT;
