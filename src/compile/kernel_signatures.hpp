// Guesses about kernels from their text, without a compiler.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "compile/compiler.hpp"

namespace warpscope::compile {

struct SourceParameter {
    std::string name;
    std::string type; // value, element or texel type, without const, with aliases resolved
    bool is_pointer = false, points_to_const = false, is_texture = false;
    bool is_stored = false;
    bool is_loaded = false; // used other than by a plain store
    bool is_atomic = false;
    bool is_passed_on = false; // used without an index, as in a call
    bool by_block = false;     // each block uses one element
    bool by_bytes = false;     // cast to a pointer to char
    bool names_next = false;   // "[row + 1]"
    bool names_before = false; // "[(y - 1) * width + x]"
    bool single = false;
    uint32_t channels = 1;
    uint32_t planes = 1;                 // 3 for "at + 2 * pixels"
    std::string column_stride;           // "height" in "[x * height + y]", which stores columns
    std::string row_stride;              // "width" in "[y * width + x]"
    bool bounds_loop = false;            // "for (j = 0; j < n; ++j)"
    bool bounds_index = false;           // "i < n" or "min(i, n - 1)"
    bool is_compared = false;            // "width - x > 4", or "i < half" with "half = n / 2"
    bool bounds_threads = false;         // "i < n" if i counts all threads in x
    bool bounds_rows = false;            // "j < rows" if the kernel multiplies j by a row's length
    bool indexes_threads = false;        // "[i]" in each use, if i counts all threads in x
    bool indexes_loops = false;          // "[j]" in each use
    uint32_t bounded_axis = 0;           // 1: x, 2: y, 3: z, 0: several or none
    bool bounds_blocks = false;          // "blockIdx.x < rows"
    bool multiplies_row = false;         // "y * stride"
    bool is_dimension = false;           // bounds an index, or divides one
    bool is_divisor = false;             // "i / n"
    std::optional<int64_t> empty_value;  // -1 for "if (color[i] != -1) return", or "atomicCAS(&key[i], -1, k)"
    std::vector<std::string> divided_by; // names or numbers: "channels / heads"
    bool bounds_values = false;          // "row * n + values[i]"
    bool holds_offsets = false;          // "offsets[i]" and "offsets[i + 1]" bound an index
    bool is_sorted = false;              // "keys are sorted"
    std::string length;                  // of an array: "rows * cols"; "" if unknown
    std::string row_length;              // of a stride: "n" for "in[y * pitch + x]" with x < n
    bool is_used = false;
    std::string fetched_by;
    bool fetched_normalized = false; // coordinates seem to be in [0, 1]
    std::vector<SourceParameter> members;
    uint32_t alignment = 0; // alignas of the class
    uint32_t extent = 1;
};

struct SourceVariable {
    std::string name, type;
    std::vector<uint32_t> extents;
    bool is_atomic = false;
};

/// Count of threads or blocks along an axis, such as "rows * cols"
struct ThreadCount {
    std::string text;
    bool counts_threads = false; // otherwise blocks
};

struct SourceKernel {
    std::string name;
    std::vector<std::string> template_parameters;
    std::vector<std::string> instances;
    std::string likely_instance; // guess for launches without template arguments
    std::optional<size_t> block_size_parameter;
    std::vector<SourceParameter> parameters;
    std::vector<SourceVariable> stored_variables;
    std::vector<std::string> empty_types;
    SourceLocation where;
    uint32_t dimensions = 1;
    uint32_t thread_dimensions = 1;
    std::string block_row;                            // "cols" if a block handles a row: "blockIdx.x * cols"
    std::string thread_row;                           // "cols" if a thread handles a row: "i * cols + j"
    std::string thread_column;                        // "cols" if a thread handles a column: "j * cols + i"
    uint32_t constant_width = 0, constant_height = 0; // "x < 1024"
    uint32_t elements_per_thread = 1;                 // 4 for "4 * (blockIdx.x * blockDim.x + threadIdx.x)"
    uint32_t threads_per_element = 1;                 // 32 for "(blockIdx.x * blockDim.x + threadIdx.x) / 32 < n"
    uint32_t index_offset = 0;                        // 3 for "blockIdx.x * blockDim.x + threadIdx.x + 3"
    std::array<ThreadCount, 3> threads;               // that the kernel's checks let through
    bool has_lines_by_block_x = false;                // "blockIdx.x * blockDim.y + threadIdx.y"
    bool exchanges_blocks = false;                    // "blockIdx.y * TILE + threadIdx.x", as in transpositions
    bool uses_block_index = false, uses_block_x = false, uses_block_y = false;
    bool uses_threads = false; // distinguishes threads or makes them cooperate
    bool uses_block_size = false;
    bool uses_shared = false;
    bool uses_wmma = false;
    std::string dynamic_shared;           // element type of `extern __shared__`
    std::optional<uint32_t> block_width;  // constant such as BLOCK_SIZE, or extent of a shared array
    std::optional<uint32_t> block_height; // constant such as BLOCKDIM_Y, or step of a loop over rows
    std::optional<uint32_t> block_rows;   // rows per block, if threads loop over rows
    std::optional<uint32_t> block_columns;
    uint32_t block_step_x = 0, block_step_y = 0; // "blockIdx.x * 128"
    std::optional<uint32_t> linear_tile;         // side of a block's tile if its threads are numbered in x only
    std::optional<uint32_t> max_threads;

    [[nodiscard]] bool has_line_per_thread() const { return !thread_row.empty() || !thread_column.empty(); }
};

[[nodiscard]] std::vector<SourceKernel> kernel_signatures(const CompileRequest& request);

[[nodiscard]] std::vector<SourceVariable> device_variables(const CompileRequest& request);

/// Returns {} for unknown classes, and for classes with bases or bit fields.
[[nodiscard]] std::vector<SourceParameter> members_of(const CompileRequest& request, std::string_view type);

[[nodiscard]] std::string example_instance(const SourceKernel& kernel);

} // namespace warpscope::compile
