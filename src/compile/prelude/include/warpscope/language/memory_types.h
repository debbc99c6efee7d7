// Structures of the runtime that kernels are given; also of host code (src/program/headers), which may be C.
#pragma once

struct cudaPitchedPtr {
    void* ptr;
    size_t pitch, xsize, ysize;
};
struct cudaExtent {
    size_t width, height, depth;
};
struct cudaPos {
    size_t x, y, z;
};
