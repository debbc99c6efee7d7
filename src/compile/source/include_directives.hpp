// Finds the preprocessor's directives that bring in files, however they are spelled. Rather one too many than one too
// few: what stands in a comment or a string is found as well.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace warpscope::compile {

struct FileDirective {
    std::string_view word; // "include", "include_next", "import", "embed" or "define"
    std::string text;      // what follows it, to the end of the line, with lines joined and comments left out
};

/// #include, #include_next, #import and #embed, and #define, which may name a file for an #include, with backslashes
/// before ends of lines, comments anywhere, and digraphs or trigraphs for the #.
[[nodiscard]] std::vector<FileDirective> file_directives_of(std::string_view source);

} // namespace warpscope::compile
