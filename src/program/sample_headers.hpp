// Replacements for the headers in the Common folder of the CUDA samples, which many programs include but lack.
#pragma once

#include <filesystem>
#include <string>

#include "base/diagnostic.hpp"

namespace warpscope::program {

/// Writes the headers into `folder`/samples. Returns that folder, which must come last in the search path, so that a
/// program's own headers win.
[[nodiscard]] Result<std::filesystem::path> write_sample_headers(const std::filesystem::path& folder);

/// Returns the headers' text, for keys of caches.
[[nodiscard]] std::string sample_header_text();

} // namespace warpscope::program
