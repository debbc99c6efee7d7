// Headers under the names of the CUDA samples' Common folder, which many programs include without bringing them.
#pragma once

#include <filesystem>
#include <string>

#include "base/diagnostic.hpp"

namespace warpscope::program {

/// Writes the headers into `folder`/samples and returns that folder. Put it last in the search path, so that a
/// program's own headers win.
[[nodiscard]] Result<std::filesystem::path> write_sample_headers(const std::filesystem::path& folder);

/// Returns the headers' text, for keys of caches.
[[nodiscard]] std::string sample_header_text();

} // namespace warpscope::program
