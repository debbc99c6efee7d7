// What host code needs of it is in the runtime's header.
#pragma once

#include "cuda_runtime.h"
