#include "compile/source/matrix_types.hpp"

namespace warpscope::compile {

bool multiplies_newer_matrices(std::string_view source) {
    const auto has = [&](std::string_view word) { return source.find(word) != std::string_view::npos; };
    if (has("mma.sync.aligned.m16n8k16") || has("mma.sync.aligned.m16n8k4")) return true;
    // Such types alone are no reason: they can be computed with anywhere.
    const bool multiplies = has("wmma") || has("mma.sync");
    return multiplies && (has("tf32") || has("bf16") || has("bfloat16"));
}

} // namespace warpscope::compile
