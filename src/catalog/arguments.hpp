// A launch's arguments: their text, and what it stands for. Private to src/catalog.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostic.hpp"
#include "base/launch.hpp"
#include "catalog/experiment.hpp"

namespace warpscope::catalog {

/// A launch's argument that is no struct, taken apart: "in", "radius", "s32:width", "f32x3:1,0.5,0", "a|b", "a +
/// width", "a@device, 1".
struct ArgumentText {
    std::optional<ElementType> type; // set: a scalar or vector of this type, `names` empty, `values` the expressions
    bool is_vector = false;
    std::vector<std::string> values; // one for a scalar
    std::vector<std::string> names;  // a parameter, buffer or texture; several: buffers that take turns by iteration
    std::string part, row = "0";     // of a buffer in parts: which one, and where in it, as expressions
    std::string offset;              // of a pointer into a buffer, in elements; empty: to its start
};
[[nodiscard]] Result<ArgumentText> parse_argument(std::string_view text);

/// What the names and expressions of arguments stand for in one launch.
struct ArgumentValues {
    const std::vector<Parameter>& parameters;
    const std::vector<BufferSpec>& buffers;
    const std::vector<TextureSpec>& textures;
    std::function<double(const Parameter&)> value_of;
    std::function<Result<int64_t>(const Expression&)> number;
    uint64_t iteration = 0;
    /// Where a row of a part of a buffer begins, in bytes.
    std::function<Result<uint64_t>(uint32_t buffer, const Expression& part, const Expression& row)> offset;
    /// How long a buffer is, in bytes.
    std::function<uint64_t(uint32_t buffer)> bytes;
};
[[nodiscard]] Result<Argument> make_argument(const ArgumentSpec& spec, const ArgumentValues& values);

/// What CUDA's vector of `count` elements is aligned to: float2 to 8 bytes, float3 to 4, float4 and double4 to 16.
[[nodiscard]] uint32_t vector_alignment(ElementType type, size_t count);

} // namespace warpscope::catalog
