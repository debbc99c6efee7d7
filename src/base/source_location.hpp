#pragma once

#include <cstdint>
#include <string>

namespace warpscope {

/// `line` and `column` count from 1; 0: unknown.
struct SourceLocation {
    std::string file;
    uint32_t line = 0;
    uint32_t column = 0;

    /// Returns "file:line" without unknown parts. Compilers use line 0 if several lines apply.
    [[nodiscard]] std::string line_text() const;

    friend bool operator==(const SourceLocation&, const SourceLocation&) = default;
};

} // namespace warpscope
