#include "compile/output/error_hints.hpp"

#include <algorithm>
#include <initializer_list>

namespace warpscope::compile {
namespace {

bool has_any(std::string_view text, std::initializer_list<std::string_view> words) {
    return std::ranges::any_of(words, [&](std::string_view word) { return text.find(word) != std::string_view::npos; });
}

} // namespace

Message hint_for_error(std::string_view error) {
    error = error.substr(0, error.find('\n'));
    const bool unknown = has_any(error, {"undefined", "undeclared", "unknown type", "not a template",
                                         "no template named", "name followed by", "has not been declared",
                                         "no member named", "has no member", "no type named"});
    if (unknown && has_any(error, {"tex1DL", "tex1DG", "tex2DL", "tex2DG", "tex2Dg", "tex3DL", "tex3DG", "texCubemap"}))
        return msg(
            "layered textures, cubemaps, mipmaps and gathers are not run by the emulator; tex1Dfetch, tex1D, tex2D "
            "and tex3D are");
    if (unknown && has_any(error, {"surf1D", "surf2D", "surf3D", "surfCubemap"}))
        return msg("surfaces are not run by the emulator; store through a pointer");
    if (has_any(error, {"\"texture\"", "'texture'", "texture is not a template", "cudaReadModeElementType"}))
        return msg("CUDA 12 removed texture references; use texture objects (cudaTextureObject_t)");
    if (unknown && has_any(error, {"nvcuda", "wmma"}))
        return msg(
            "#include <mma.h> declares matrices of half, __nv_bfloat16 and precision::tf32; no others are emulated");
    const bool missing = has_any(error, {"cannot open source file", "could not open source file", "file not found"});
    if ((unknown && has_any(error, {"\"cub\"", "'cub'", "\"thrust\"", "'thrust'"})) ||
        (missing && has_any(error, {"\"cub/", "'cub/", "\"thrust/", "'thrust/"})))
        return msg("features of the CUDA Toolkit's headers need the Toolkit and NVRTC: --compiler nvrtc");
    if (unknown && has_any(error, {"block_tile_memory"}))
        return msg(
            "tiles of more than a warp need the CUDA Toolkit's cooperative groups, with NVRTC: --compiler nvrtc");
    if (missing) return msg("-I FOLDER adds a folder with headers");
    if (has_any(error, {"expected a \";\"", "expected ';'"}))
        return msg("a statement ends with ';': often it is missing at the end of the line before");
    if (has_any(error, {"expected a \"}\"", "expected '}'"})) return msg("an opening brace is never closed");
    if (has_any(error, {"recursion at instantiation", "recursive template instantiation exceeded"}))
        return msg("a recursive template needs a specialization that ends the recursion");
    if (has_any(error, {"must have a void return type", "must have void return type"}))
        return msg("a kernel returns nothing; it stores its results through a pointer");
    if (has_any(error, {"__host__ function", "a __host__"}))
        return msg("a function that a kernel calls needs __device__ before it");
    if (unknown)
        return msg("names must be declared in this file or in a header next to it; -I FOLDER adds a folder with "
                   "headers, -D NAME=VALUE defines a macro");
    return {};
}

} // namespace warpscope::compile
