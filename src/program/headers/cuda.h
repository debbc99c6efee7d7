// The runtime's header has everything that host code needs.
#pragma once

#include "cuda_runtime.h"
