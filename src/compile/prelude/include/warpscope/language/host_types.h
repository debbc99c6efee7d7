// Names of types that nvcc knows without a header, because its own headers include the host's: for both compilers, before
// every kernel.
#pragma once

#include "stdint.h"

typedef unsigned int uint;
typedef unsigned short ushort;
typedef unsigned long ulong;
