// Complex numbers of CUDA's C interface.
#pragma once

#include "warpscope/language/complex.h"
