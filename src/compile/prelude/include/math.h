// NVRTC has these functions built in; clang gets them from warpscope/language/warpscope_cuda.h.
#pragma once
#include "warpscope/language/math_constants.h"
#define CUDART_INF_F INFINITY
#define CUDART_NAN_F NAN
#define CUDART_MAX_NORMAL_F MAXFLOAT
#define CUDART_MIN_DENORM_F 0x1p-149f
#define CUDART_SQRT_HALF_F 0.707106781f
#define CUDART_SQRT_TWO_F 1.414213562f
#define CUDART_PI_F 3.141592654f
#define CUDART_PIO2_F 1.570796327f
#define CUDART_PIO4_F 0.785398163f
#define CUDART_2_OVER_PI_F 0.636619772f
#define CUDART_LN2_F 0.693147181f
#define CUDART_L2E_F 1.442695041f
#define CUDART_INF HUGE_VAL
#define CUDART_NAN __builtin_bit_cast(double, 0x7ff8000000000000)
#define CUDART_PI 3.1415926535897932
#define CUDART_PIO2 1.5707963267948966
#define CUDART_LN2 0.6931471805599453
#define CUDART_SQRT_TWO 1.4142135623730951
