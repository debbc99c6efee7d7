// Finds directives that may refer to files, even in comments and strings: false positives are harmless.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace warpscope::compile {

struct FileDirective {
    std::string_view word; // "include"
    std::string text;      // joined, without comments
};

/// Handles continued lines, comments, digraphs and trigraphs.
[[nodiscard]] std::vector<FileDirective> directives_of(std::string_view source,
                                                       std::span<const std::string_view> words);
/// Returns directives that include or define.
[[nodiscard]] std::vector<FileDirective> file_directives_of(std::string_view source);

} // namespace warpscope::compile
