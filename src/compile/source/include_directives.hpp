#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace warpscope::compile {

struct FileDirective {
    std::string_view word;
    std::string text; // rest of the joined lines, without comments
};

/// Finds directives named in `words`, even in comments and strings, which is harmless. Handles continued lines,
/// comments, digraphs and trigraphs.
[[nodiscard]] std::vector<FileDirective> directives_of(std::string_view source,
                                                       std::span<const std::string_view> words);
[[nodiscard]] std::vector<FileDirective> file_directives_of(std::string_view source);

} // namespace warpscope::compile
