// Imitates a header of CUDA's samples. Its contents depend on the CUDA headers included before it.
#pragma once

#include <cstdlib>
#include <iostream>
#include <strings.h>

#ifdef __DRIVER_TYPES_H__
template<class Error>
void stop_at(Error error, const char* call) {
    if (error == cudaSuccess) return;
    std::cerr << call << ": " << cudaGetErrorString(error) << "\n";
    exit(1);
}
#define checked(call) stop_at((call), #call)
#endif

#ifdef __CUDA_RUNTIME_H__
inline int some_device(int argc, char** argv) {
    for (int i = 1; i < argc; ++i)
        if (strcasecmp(argv[i], "second") == 0) checked(cudaSetDevice(1));
    checked(cudaSetDevice(0));
    return 0;
}
#endif
