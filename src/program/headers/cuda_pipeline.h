// The functions are device code.
#pragma once

#include "cuda_runtime.h"
