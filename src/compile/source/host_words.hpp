#pragma once

#include <string_view>
#include <vector>

#include "source/tokens.hpp"

namespace warpscope::compile {

/// Recognizes launches, the CUDA runtime, files, streams and containers.
[[nodiscard]] bool has_host_words(const source::Tokens& tokens, size_t first, size_t end);

/// Recognizes Toolkit headers with device code.
[[nodiscard]] bool is_device_header(std::string_view name);

} // namespace warpscope::compile
