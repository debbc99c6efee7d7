// Complex numbers as CUDA's C interface has them.
#pragma once

#include "warpscope/language/complex.h"
