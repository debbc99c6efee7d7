// Guesses kernels, parameters and their uses from the text of a CUDA file, without a compiler.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "compile/compiler.hpp"

namespace warpscope::compile {

struct SourceParameter {
    std::string name;
    std::string type; // pointee or fetched type, without const and aliases
    bool is_pointer = false, points_to_const = false, is_texture = false;
    // Uses of a pointer:
    bool is_stored = false; // plain assignment
    bool is_loaded = false; // any other use
    bool is_atomic = false;
    bool is_handed_on = false; // use without index, such as an argument
    bool by_block = false;     // one element per block
    bool by_bytes = false;     // cast to a pointer to char
    bool names_next = false;   // "[row + 1]"
    bool names_before = false; // such as "[(y - 1) * width + x]"
    bool single = false;
    uint32_t channels = 1;       // numbers per cell: 3 for "(row * width + col) * 3"
    uint32_t planes = 1;         // 3 for "at + 2 * pixels"
    std::string column_stride;   // number that multiplies an index in x: "height" for "[x * height + y]"
    bool has_row_stride = false; // a number multiplies an index in y
    // Uses of a number:
    bool bounds_loop = false;    // "for (j = 0; j < n; ++j)"
    bool bounds_index = false;   // "i < n" or "min(i, n - 1)"
    uint32_t bounded_axis = 0;   // of these indices: 1 for x, 2 for y, 3 for z, 0 for several or none
    bool bounds_blocks = false;  // "blockIdx.x < rows"
    bool multiplies_row = false; // "y * stride"
    // Textures:
    std::string fetched_by;          // "tex2D", if any
    bool fetched_normalized = false; // coordinates seem to be in [0, 1]
    // Parts of a class or pointer to a class:
    std::vector<SourceParameter> members;
    uint32_t alignment = 0; // alignas of the class
    uint32_t extent = 1;    // length of a member array
};

struct SourceVariable {
    std::string name, type;
    std::vector<uint32_t> extents; // lengths of an array
    bool is_atomic = false;
};

struct SourceKernel {
    std::string name;                             // such as "image::blur"
    std::vector<std::string> template_parameters; // such as "typename T"
    std::vector<std::string> instances;           // launched ones: "image::blur<float, 3>"
    std::string likely_instance;                  // guess if launches omit arguments
    std::vector<SourceParameter> parameters;
    std::vector<SourceVariable> stored_variables; // includes stores by called functions
    std::vector<std::string> empty_types;         // classes without members, such as function objects
    SourceLocation where;
    uint32_t dimensions = 1; // number of index dimensions
    uint32_t thread_dimensions = 1;
    std::string block_row;            // "cols" if a block handles a row: "blockIdx.x * cols"
    uint32_t elements_per_thread = 1; // 4 for "4 * (blockIdx.x * blockDim.x + threadIdx.x)"
    bool uses_block_index = false, uses_block_x = false;
    // Facts about the kernel and called functions:
    bool uses_threads = false; // distinguishes threads or makes them cooperate
    bool uses_block_size = false;
    bool uses_shared = false;
    bool uses_wmma = false;
    std::string dynamic_shared; // element type of `extern __shared__`
    // guess from constants such as BLOCK_SIZE, or shared arrays
    std::optional<uint32_t> block_width;
    std::optional<uint32_t> block_height; // guess from constants such as BLOCKDIM_Y, or row loops
    std::optional<uint32_t> block_rows;   // rows per block, if threads loop over rows
    std::optional<uint32_t> most_threads;
};

/// Returns kernels in source order. Includes own headers.
[[nodiscard]] std::vector<SourceKernel> kernel_signatures(const CompileRequest& request);

/// Handles numbers and arrays of known extent.
[[nodiscard]] std::vector<SourceVariable> device_variables(const CompileRequest& request);

/// Returns {} if the class is unknown or has arrays, bit fields or bases.
[[nodiscard]] std::vector<SourceParameter> members_of(const CompileRequest& request, std::string_view type);

/// Returns an instance such as "blur<float, 16>".
[[nodiscard]] std::string example_instance(const SourceKernel& kernel);

} // namespace warpscope::compile
