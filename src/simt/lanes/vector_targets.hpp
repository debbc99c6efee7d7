// Vector targets of the handlers: AVX-512, AVX2 and the baseline. Every target compiles all handlers again.
// foreach_target.h includes this file repeatedly, so it has no include guard.
#ifndef HWY_DISABLED_TARGETS
#define HWY_DISABLED_TARGETS (HWY_SSE4 | HWY_SSSE3 | HWY_AVX3_DL)
#endif
#include "hwy/foreach_target.h"

#include "hwy/highway.h"
