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
    bool is_stored = false; // on the left of an assignment
    bool is_loaded = false; // anywhere else, or on the left of one that changes what is there
    bool is_atomic = false; // handed to an atomic function
    bool by_block = false;  // only indexed by blockIdx: an element for each block
    bool single = false;    // only its first element is named
    uint32_t channels = 1;  // numbers for each cell, side by side: 3 where an index is "(row * width + col) * 3"
    // Of a texture object (cudaTextureObject_t):
    std::string fetched_by;          // "tex2D", "tex1Dfetch"; empty where the kernel itself fetches nothing
    bool fetched_normalized = false; // coordinates that seem to go from 0 to 1
};

struct SourceKernel {
    std::string name;                             // with namespaces: "image::blur"
    std::vector<std::string> template_parameters; // "typename T", "int N"
    std::vector<std::string> instances;           // as host code launches it: "image::blur<float, 3>"
    std::vector<SourceParameter> parameters;
    SourceLocation where;
    uint32_t dimensions = 1;        // of the indices that it names: 1 to 3
    uint32_t thread_dimensions = 1; // of threadIdx alone
    bool uses_block_index = false, uses_block_x = false;
    std::string dynamic_shared;          // element type of the `extern __shared__` array that it may use; empty: none
    std::optional<uint32_t> block_width; // value of a constant in it with a name such as BLOCK_SIZE, TILE or BLOCKDIM_X
    std::optional<uint32_t> block_height; // of one such as BLOCKDIM_Y
};

/// The kernels with a body of the request's text and of the user's headers that it includes, in their order.
[[nodiscard]] std::vector<SourceKernel> kernel_signatures(const CompileRequest& request);

/// What a person could name to get an instance of a template: "blur<float, 16>".
[[nodiscard]] std::string example_instance(const SourceKernel& kernel);

} // namespace warpscope::compile
