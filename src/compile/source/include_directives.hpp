// Finds the preprocessor's directives that have to do with files, however they are spelled. Rather one too many than
// one too few: what stands in a comment or a string is found as well.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace warpscope::compile {

struct FileDirective {
    std::string_view word; // behind the #: "include"
    std::string text;      // what follows it, to the end of the line, with lines joined and comments left out
};

/// Those with one of the `words`, with backslashes before ends of lines, comments anywhere, and digraphs or trigraphs
/// for the #.
[[nodiscard]] std::vector<FileDirective> directives_of(std::string_view source,
                                                       std::span<const std::string_view> words);
/// #include, #include_next, #import and #embed, and #define, which may name a file for an #include.
[[nodiscard]] std::vector<FileDirective> file_directives_of(std::string_view source);

} // namespace warpscope::compile
