// Type names that nvcc knows from host headers.
#pragma once

#include "stdint.h"

typedef unsigned int uint;
typedef unsigned short ushort;
typedef unsigned long ulong;
typedef uint8_t u_int8_t;
typedef uint16_t u_int16_t;
typedef uint32_t u_int32_t;
typedef uint64_t u_int64_t;
