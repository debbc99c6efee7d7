#pragma once
#include "stddef.h"
#ifdef __clang__
extern "C" __device__ void* malloc(size_t bytes);
extern "C" __device__ void free(void* pointer);
#endif
