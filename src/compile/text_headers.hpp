// The files that a kernel's text includes where it is not the one that lies in its file.
#pragma once

#include "compile/compiler.hpp"

namespace warpscope::compile {

/// As own_headers(), of a text that stands in the place of `kernel`'s.
[[nodiscard]] OwnHeaders own_headers_of_text(const std::string& text, const std::filesystem::path& kernel,
                                             const std::vector<std::filesystem::path>& include_folders = {},
                                             const std::vector<std::pair<std::string, std::string>>& defines = {});

} // namespace warpscope::compile
