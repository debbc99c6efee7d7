// The CUDA language for clang without the CUDA Toolkit. Included before every kernel.
//
// Functions have no line information (nodebug): their PTX counts for the calling line.
#pragma once
#pragma clang system_header

#include "warpscope/language/qualifiers.h"

#include "warpscope/language/math_constants.h"

#include "warpscope/language/memory_types.h"
#include "warpscope/language/vector_types.h"

#include "warpscope/language/warp.h"

#include "warpscope/language/atomics.h"

#include "warpscope/language/integer_intrinsics.h"
#include "warpscope/language/warp_reduce.h"
#include "warpscope/language/packed_integers.h"
#include "warpscope/language/address_spaces.h"
#include "warpscope/language/textures.h"

#include "warpscope/math/exp_log.h"
#include "warpscope/math/trigonometric.h"
#include "warpscope/math/gamma.h"
#include "warpscope/math/erf.h"
#include "warpscope/math/bessel.h"

#include "warpscope/math/float.h"

#include "warpscope/math/more_float.h"
#include "warpscope/math/classify.h"

#include "warpscope/math/min_max.h"

#include "warpscope/math/promote.h"

#include "warpscope/language/alloca.h"

#include "assert.h"
#include "stddef.h"
#include "warpscope/language/host_types.h"
#include "stdio.h"
#include "string.h"
#include "warpscope/language/placement_new.h"
#include "warpscope/std/std.h"
#include "warpscope/std/std_names.h"
#include "warpscope/std/tuple.h"
