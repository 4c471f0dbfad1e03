#pragma once

#include "CContractRun.h"

/// Puts the calling process under a new guard, which its children inherit. It is safe between a fork and an exec.
///
/// Returns the guard's descriptor, or -1 and sets `errno`. Sets whether no signal interrupts an attempt.
int contractRunBeginGuard(bool *_Nonnull isUninterrupted);
