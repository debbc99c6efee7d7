// Finds the preprocessor's directives that bring in files, however they are spelled. Rather one too many than one too
// few: what stands in a comment or a string is found as well. Private to src/compile.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace warpscope::compile {

struct FileDirective {
    enum class Kind { include, definition } kind{};
    std::string text; // what follows the word, to the end of the line, with lines joined and comments left out
};

/// #include, #include_next and #import, and #define, with backslashes before ends of lines, comments anywhere, and
/// digraphs or trigraphs for the #.
[[nodiscard]] std::vector<FileDirective> file_directives_of(std::string_view source);

} // namespace warpscope::compile
