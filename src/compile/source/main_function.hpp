#pragma once

#include <string_view>

namespace warpscope::compile {

/// Ignores comments and literals, but not inactive preprocessor branches.
[[nodiscard]] bool defines_main(std::string_view source);

} // namespace warpscope::compile
