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

/// A launch argument that is not a struct: "in", "s32:width", "f32x3:1,0.5,0", "a|b", "a + width", "a@device, 1".
struct ArgumentText {
    std::optional<ElementType> type; // set for scalars and vectors; `values` has their expressions
    bool is_vector = false;
    std::vector<std::string> values;
    std::vector<std::string> names; // parameters, buffers or textures; each iteration uses the next one
    std::string part, row = "0";    // place in a divided buffer
    std::string offset;             // in elements, or ""
};
[[nodiscard]] Result<ArgumentText> parse_argument(std::string_view text);

struct ArgumentValues {
    const std::vector<Parameter>& parameters;
    const std::vector<BufferSpec>& buffers;
    const std::vector<TextureSpec>& textures;
    std::function<double(const Parameter&)> value_of;
    std::function<Result<int64_t>(const Expression&)> number;
    uint64_t iteration = 0;
    std::function<Result<uint64_t>(uint32_t buffer, const Expression& part, const Expression& row)> offset;
    std::function<uint64_t(uint32_t buffer)> bytes;
};
[[nodiscard]] Result<Argument> make_argument(const ArgumentSpec& spec, const ArgumentValues& values);

/// Returns 8 for float2, 4 for float3, 16 for float4 and double4.
[[nodiscard]] uint32_t vector_alignment(ElementType type, size_t count);

} // namespace warpscope::catalog
