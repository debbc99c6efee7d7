// Finds directives that refer to files, in every spelling, even in comments and strings: a false positive is better
// than a miss.
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
/// Returns #include, #include_next, #import, #embed and #define, which may name a file.
[[nodiscard]] std::vector<FileDirective> file_directives_of(std::string_view source);

} // namespace warpscope::compile
