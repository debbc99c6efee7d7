// Types of a kernel's parameters as its mangled name has them.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "capture/buffer_shape.hpp"

namespace warpscope::capture {

/// "float const*" and "int" of "sum<float>(float const*, int)"; empty where the name has no parameters.
[[nodiscard]] std::vector<std::string> parameter_types(std::string_view written);

/// Of a number, a vector of CUDA's, or what a pointer points to; nothing of anything else.
[[nodiscard]] std::optional<WrittenType> number_type(std::string_view parameter);
/// Of a variable that `source` declares: "float" of "__constant__ float weights[3];".
[[nodiscard]] std::optional<WrittenType> declared_type(std::string_view source, std::string_view variable);
[[nodiscard]] bool points_to_const(std::string_view parameter);

} // namespace warpscope::capture
