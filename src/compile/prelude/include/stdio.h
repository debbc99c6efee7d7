#pragma once
#ifdef __clang__
extern "C" __device__ int printf(const char* format, ...);
#endif
