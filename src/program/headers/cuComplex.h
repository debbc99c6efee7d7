#pragma once

#include "cuda_runtime.h"

#define WS_INLINE WS_BOTH
#define WS_FUNCTION WS_BOTH
#include "warpscope/language/complex.h"
#undef WS_INLINE
#undef WS_FUNCTION
