#pragma once

#include "compile/compiler.hpp"

namespace warpscope::compile {

/// Works like own_headers(), but on an edited text.
[[nodiscard]] OwnHeaders own_headers_of_text(const std::string& text, const std::filesystem::path& kernel,
                                             const std::vector<std::filesystem::path>& include_folders = {},
                                             const std::vector<std::pair<std::string, std::string>>& defines = {});

} // namespace warpscope::compile
