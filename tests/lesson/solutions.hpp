// Solutions for the last kernel of each lesson.
#pragma once

#include <map>
#include <string_view>
#include <vector>

namespace warpscope::lesson {

struct Edit {
    std::string_view from, to; // `from` occurs once in the text
};
struct Solution {
    std::string_view kernel; // kernel to start with; empty: the step's own
    std::vector<Edit> edits;
};

inline const std::map<std::string_view, Solution> solutions{
    {"banks", {"transpose/padded.cu", {}}},
    {"barrier_in_branch",
     {"",
      {{"        __syncthreads();", ""},
       {"tile[threadIdx.x] = value;\n    }", "    }\n    __syncthreads();\n    tile[threadIdx.x] = value;"}}}},
    {"coalescing",
     {"histogram/coarsened_interleaved.cu", {{"coarsened_interleaved_histogram", "coarsened_contiguous_histogram"}}}},
    {"column_is_x",
     {"",
      {{"blockDim.x + threadIdx.x", "blockDim.x + threadIdx.y"},
       {"blockDim.y + threadIdx.y", "blockDim.y + threadIdx.x"}}}},
    {"every_if",
     {"",
      {{"    int i = 2 * threadIdx.x;\n", ""},
       {"        if (threadIdx.x % stride == 0 && i + stride < count) {",
        "        int i = 2 * stride * threadIdx.x;\n        if (i + stride < count) {"}}}},
    {"halo", {"", {{"int dy = -radius; dy <= radius;", "int dy = 0; dy <= 0;"}}}},
    {"idle_threads",
     {"",
      {{"        value = in[i];\n    }", "        value = in[i];\n        out[i] = 255 - value;\n    }"},
       {"    out[i] = 255 - value;  // BUG", "    // BUG"}}}},
    {"idle_warps",
     {"",
      {{"int col = blockIdx.x * blockDim.x + threadIdx.x;", "int block = blockIdx.y * gridDim.x + blockIdx.x;"},
       {"int row = blockIdx.y * blockDim.y + threadIdx.y;",
        "int pixel = (block * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;"},
       {"col < width && row < height", "pixel < width * height"},
       {"        int pixel = row * width + col;\n", ""}}}},
    {"it_ran", {"", {{"if (col < width) {", "if (col < width && row < height) {"}}}},
    {"more_is_not_faster", {"box_blur/naive.cu", {}}},
    {"one_block", {"", {{"*output = *output + part[0];", "atomicAdd(output, part[0]);"}}}},
    {"pixel_owner",
     {"",
      {{"int col = blockIdx.x * blockDim.x + threadIdx.x;",
        "int col = width - 1 - (blockIdx.x * blockDim.x + threadIdx.x);"},
       {"col < width && row < height", "col >= 0 && row < height"}}}},
    {"plus_equals", {"", {{"*count = *count + 1;", "atomicAdd(count, 1u);"}}}},
    {"second_barrier", {"", {{"        // BUG", "        __syncthreads(); // BUG"}}}},
    {"shared_not_zero",
     {"",
      {{"tile[t] = i < n ? in[i] : 0.0f;",
        "tile[t] = i < n ? in[i] : 0.0f;\n"
        "    if (threadIdx.x == 0) tile[0] = i > 0 ? in[i - 1] : 0.0f;\n"
        "    if (threadIdx.x == BLOCK_DIM - 1) tile[BLOCK_DIM + 1] = i + 1 < n ? in[i + 1] : 0.0f;"}}}},
    {"which_branch", {"", {{"i / PERIOD % 2", "i / 32 % 2"}}}},
    {"which_warps_split", {"", {{"col % 2 == 0", "row % 2 == 0"}}}},
};

} // namespace warpscope::lesson
