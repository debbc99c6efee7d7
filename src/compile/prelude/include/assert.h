#pragma once
#ifdef __clang__
extern "C" __device__ __attribute__((noreturn)) void __assertfail(const char* message, const char* file, unsigned line,
                                                                  const char* function, size_t char_size);
#ifdef NDEBUG
#define assert(condition) ((void)0)
#else
#define assert(condition) ((condition) ? (void)0 : __assertfail(#condition, __FILE__, __LINE__, __func__, 1))
#endif
#endif
