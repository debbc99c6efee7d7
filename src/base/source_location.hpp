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

    /// Returns "file:line" without unknown parts: compilers use line 0 for instructions of no single line.
    [[nodiscard]] std::string line_text() const;

    friend bool operator==(const SourceLocation&, const SourceLocation&) = default;
};

} // namespace warpscope
