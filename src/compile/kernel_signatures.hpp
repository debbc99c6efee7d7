// The kernels of a CUDA file as its text has them: names, parameters, template parameters, and what their bodies do
// with each parameter. Without a compiler, so nothing here is certain: guesses begin with it, messages name things by
// it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "compile/compiler.hpp"

namespace warpscope::compile {

struct SourceParameter {
    std::string name;
    std::string type; // of a pointer what it points to, of a texture object what a fetch gives; aliases and macros
                      // resolved, without const: "unsigned char"
    bool is_pointer = false, points_to_const = false, is_texture = false;
    // Of a pointer, as far as the kernel's own body says:
    bool is_stored = false;    // on the left of an assignment
    bool is_loaded = false;    // anywhere else, or on the left of one that changes what is there
    bool is_atomic = false;    // handed to an atomic function
    bool is_handed_on = false; // named without an index, as to call a function with it, which may do anything there
    bool by_block = false;     // only indexed by blockIdx: an element for each block
    bool by_bytes = false;     // cast to a pointer to char
    bool names_next = false;   // indexed by "[row + 1]", too
    bool names_before = false; // indexed by something "- 1", too: "[(y - 1) * width + x]"
    bool single = false;       // only its first element is named
    uint32_t channels = 1;     // numbers for each cell, side by side: 3 where an index is "(row * width + col) * 3"
    bool bounds_loop = false;  // of a number: a loop goes through all that are less, "for (j = 0; j < n; ++j)"
    // Of a texture object (cudaTextureObject_t):
    std::string fetched_by;          // "tex2D", "tex1Dfetch"; empty where the kernel itself fetches nothing
    bool fetched_normalized = false; // coordinates that seem to go from 0 to 1
    // Of a class of the source, or of a pointer to one:
    std::vector<SourceParameter> members; // in their order; empty where they are not known, or there are none
    uint32_t alignment = 0;               // that the class asks for; 0: none
    uint32_t extent = 1;                  // of a member that is an array
};

/// A variable in the device's memory, `__device__`.
struct SourceVariable {
    std::string name, type;        // with namespaces; aliases and macros resolved
    std::vector<uint32_t> extents; // of an array, as written; empty: a single value
    bool is_atomic = false;        // handed to an atomic function
};

struct SourceKernel {
    std::string name;                             // with namespaces: "image::blur"
    std::vector<std::string> template_parameters; // "typename T", "int N"
    std::vector<std::string> instances;           // as host code launches it: "image::blur<float, 3>"
    std::string likely_instance; // of a template that is launched without all its arguments: the others made up
    std::vector<SourceParameter> parameters;
    std::vector<SourceVariable> stored_variables; // that it stores into, or what it calls
    std::vector<std::string> empty_types;         // classes of the source without members, as function objects are
    SourceLocation where;
    uint32_t dimensions = 1;        // of the indices that it names: 1 to 3
    uint32_t thread_dimensions = 1; // of threadIdx alone
    bool uses_block_index = false, uses_block_x = false;
    // It, or what it calls:
    bool uses_threads = false;           // tells its threads from each other, or has them work together
    bool uses_block_size = false;        // names blockDim
    bool uses_shared = false;            // has arrays in shared memory
    bool uses_wmma = false;              // multiplies matrices by warp
    std::string dynamic_shared;          // element type of its `extern __shared__` array; empty: none
    std::optional<uint32_t> block_width; // of a constant in it called BLOCK_SIZE, TILE or BLOCKDIM_X, or of an array in
                                         // shared memory with an element for each thread
    std::optional<uint32_t> block_height; // of a constant such as BLOCKDIM_Y, or as its threads go through rows
    std::optional<uint32_t> block_rows;   // that a block works on, where its threads go through more than they are
    std::optional<uint32_t> most_threads; // of a block, by __launch_bounds__
};

/// The kernels with a body of the request's text and of the user's headers that it includes, in their order.
[[nodiscard]] std::vector<SourceKernel> kernel_signatures(const CompileRequest& request);

/// The variables in the device's memory of the same texts that are numbers, or arrays of a known extent.
[[nodiscard]] std::vector<SourceVariable> device_variables(const CompileRequest& request);

/// The members of a class of the same texts, in their order; empty where there is none of that name, or one with
/// arrays, bit fields or bases.
[[nodiscard]] std::vector<SourceParameter> members_of(const CompileRequest& request, std::string_view type);

/// What a person could name to get an instance of a template: "blur<float, 16>", as much of it as launches say.
[[nodiscard]] std::string example_instance(const SourceKernel& kernel);

} // namespace warpscope::compile
