// Guesses the kernels of a CUDA file from its text, without a compiler: signatures and uses of each parameter. Serves
// first setups and names in messages.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "compile/compiler.hpp"

namespace warpscope::compile {

struct SourceParameter {
    std::string name;
    std::string type; // without const, aliases resolved; pointer: the pointee; texture: the fetched type
    bool is_pointer = false, points_to_const = false, is_texture = false;
    // Uses of a pointer in the kernel itself:
    bool is_stored = false;    // left side of an assignment
    bool is_loaded = false;    // any other use, or a compound assignment
    bool is_atomic = false;    // argument of an atomic function
    bool is_handed_on = false; // used without index, such as passed to a function
    bool by_block = false;     // one element per block: only indexed by blockIdx
    bool by_bytes = false;     // cast to a pointer to char
    bool names_next = false;   // indexed by "[row + 1]"
    bool names_before = false; // indexed by "[(y - 1) * width + x]" or similar
    bool single = false;
    uint32_t channels = 1;    // numbers per cell: 3 if an index is "(row * width + col) * 3"
    bool bounds_loop = false; // limits a loop: "for (j = 0; j < n; ++j)"
    // Textures:
    std::string fetched_by;          // "tex2D"; empty: no fetch
    bool fetched_normalized = false; // coordinates seem to be in [0, 1]
    // Classes and pointers to them:
    std::vector<SourceParameter> members;
    uint32_t alignment = 0; // alignas of the class; 0: none
    uint32_t extent = 1;    // length of a member array
};

/// A `__device__` variable.
struct SourceVariable {
    std::string name, type;
    std::vector<uint32_t> extents; // empty: single value
    bool is_atomic = false;
};

struct SourceKernel {
    std::string name;                             // "image::blur"
    std::vector<std::string> template_parameters; // "typename T", "int N"
    std::vector<std::string> instances;           // launched ones: "image::blur<float, 3>"
    std::string likely_instance;                  // guess if launches omit arguments
    std::vector<SourceParameter> parameters;
    std::vector<SourceVariable> stored_variables; // also by called functions
    std::vector<std::string> empty_types;         // classes without members, such as function objects
    SourceLocation where;
    uint32_t dimensions = 1; // 1 to 3 index dimensions
    uint32_t thread_dimensions = 1;
    bool uses_block_index = false, uses_block_x = false;
    // In the kernel or a called function:
    bool uses_threads = false; // distinguishes threads or makes them cooperate
    bool uses_block_size = false;
    bool uses_shared = false;
    bool uses_wmma = false;
    std::string dynamic_shared; // element type of `extern __shared__`; may be empty
    // from constants such as BLOCK_SIZE or shared arrays with one element per thread
    std::optional<uint32_t> block_width;
    std::optional<uint32_t> block_height; // from constants such as BLOCKDIM_Y or row loops
    std::optional<uint32_t> block_rows;   // rows per block if threads loop over rows
    std::optional<uint32_t> most_threads; // __launch_bounds__
};

/// Returns the kernels with a body in the text and its own headers, in source order.
[[nodiscard]] std::vector<SourceKernel> kernel_signatures(const CompileRequest& request);

/// Returns `__device__` numbers and arrays of known extent.
[[nodiscard]] std::vector<SourceVariable> device_variables(const CompileRequest& request);

/// Returns the members of a class in order; empty if unknown or with arrays, bit fields or bases.
[[nodiscard]] std::vector<SourceParameter> members_of(const CompileRequest& request, std::string_view type);

/// Returns an example instance of a template: "blur<float, 16>".
[[nodiscard]] std::string example_instance(const SourceKernel& kernel);

} // namespace warpscope::compile
