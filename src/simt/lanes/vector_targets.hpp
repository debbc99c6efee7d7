// Vector targets of the handlers; decoding selects the best one for the machine. No include guard, because Highway's
// foreach_target.h must be reached again for every file of handlers.
//
// AVX-512 and AVX2 cover the x86-64 machines of the last ten years. Targets between them and the baseline are disabled,
// because each one compiles every handler again.
#ifndef HWY_DISABLED_TARGETS
#define HWY_DISABLED_TARGETS (HWY_SSE4 | HWY_SSSE3 | HWY_AVX3_DL)
#endif
#include "hwy/foreach_target.h"

#include "hwy/highway.h"
