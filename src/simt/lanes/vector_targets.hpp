// Vector targets of the handlers: AVX-512, AVX2 and the baseline. No include guard, because of Highway's
// foreach_target.h.
#ifndef HWY_DISABLED_TARGETS
#define HWY_DISABLED_TARGETS (HWY_SSE4 | HWY_SSSE3 | HWY_AVX3_DL)
#endif
#include "hwy/foreach_target.h"

#include "hwy/highway.h"
