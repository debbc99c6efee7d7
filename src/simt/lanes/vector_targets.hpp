// Vector targets that the handlers are compiled for; the best one for the machine is chosen when a program is decoded.
// No include guard: Highway's foreach_target.h must be reached again for every file of handlers.
//
// AVX-512 and AVX2 are what x86-64 machines of the last ten years have. Everything in between them and the baseline is
// left out, because each target compiles every handler once more.
#ifndef HWY_DISABLED_TARGETS
#define HWY_DISABLED_TARGETS (HWY_SSE4 | HWY_SSSE3 | HWY_AVX3_DL)
#endif
#include "hwy/foreach_target.h"

#include "hwy/highway.h"
