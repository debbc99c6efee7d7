// The CUDA language for clang without the CUDA Toolkit: included before every kernel that clang compiles.
//
// Functions here carry no line information of their own (nodebug), so that what they become in PTX counts for the
// kernel's line that called them.
#pragma once
#pragma clang system_header

#include "ws_qualifiers.h"

#include "ws_constants.h"

#include "ws_vectors.h"

#include "ws_warp.h"

#include "ws_atomics.h"

#include "ws_more.h"
#include "ws_reduce.h"
#include "ws_simd_words.h"
#include "ws_spaces.h"

#include "ws_math_double.h"
#include "ws_trig_double.h"
#include "ws_gamma.h"
#include "ws_error_functions.h"
#include "ws_bessel.h"

#include "ws_math.h"

#include "ws_more_math.h"
#include "ws_number_parts.h"

#include "ws_min_max.h"

#include "ws_promote.h"

#include "ws_alloca.h"

#include "assert.h"
#include "stddef.h"
#include "stdint.h"
#include "stdio.h"
#include "string.h"
#include "ws_new.h"
#include "ws_std.h"
#include "ws_std_names.h"
#include "ws_std_tuple.h"
