// A place in a text file that the user can open.
#pragma once

#include <cstdint>
#include <string>

namespace warpscope {

/// A place in a text file. `line` and `column` count from 1; 0 means unknown.
struct SourceLocation {
    std::string file;
    uint32_t line = 0;
    uint32_t column = 0;

    /// "file:line", leaving out what is unknown: compilers give instructions that belong to no single line the line 0.
    [[nodiscard]] std::string line_text() const;

    friend bool operator==(const SourceLocation&, const SourceLocation&) = default;
};

} // namespace warpscope
