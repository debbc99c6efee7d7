#pragma once

#include <filesystem>
#include <string>

#include "base/diagnostic.hpp"

namespace warpscope::program {

/// Writes replacements for headers of the CUDA samples into `folder`/samples. Returns that folder, which must come last
/// in the search path.
[[nodiscard]] Result<std::filesystem::path> write_sample_headers(const std::filesystem::path& folder);

[[nodiscard]] std::string sample_header_text();

} // namespace warpscope::program
