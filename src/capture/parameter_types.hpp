#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "capture/buffer_shape.hpp"

namespace warpscope::capture {

/// Returns "float const*" and "int" for "sum<float>(float const*, int)".
[[nodiscard]] std::vector<std::string> parameter_types(std::string_view written);

/// Parses a number type, a CUDA vector or a pointer to one. Returns nullopt for other types.
[[nodiscard]] std::optional<WrittenType> number_type(std::string_view parameter);
/// Returns "float" for "__constant__ float weights[3];".
[[nodiscard]] std::optional<WrittenType> declared_type(std::string_view source, std::string_view variable);
[[nodiscard]] bool points_to_const(std::string_view parameter);

} // namespace warpscope::capture
