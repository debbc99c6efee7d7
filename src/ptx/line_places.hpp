#pragma once

#include <cstdint>
#include <map>
#include <vector>

#include "ptx/lexer.hpp"

namespace warpscope::ptx {

struct LineEntry {
    uint32_t file = ~0u; // ~0 before the first .loc
    uint32_t line = 0, column = 0;

    friend auto operator<=>(const LineEntry&, const LineEntry&) = default;
};
struct InstructionPlace {
    LineEntry own;
    std::vector<LineEntry> inlined_at; // innermost first
};

class LinePlaces {
public:
    [[nodiscard]] const InstructionPlace& current() const { return current_; }
    /// Parses the rest of a .loc directive.
    void parse(TokenStream& tokens);

private:
    InstructionPlace current_;
    std::map<LineEntry, std::vector<LineEntry>> inlined_at_;
};

/// Decodes "\320", which .file directives write for non-ASCII bytes.
[[nodiscard]] std::string unescaped_name(std::string_view text);
[[nodiscard]] std::string escaped_name(std::string_view name);

} // namespace warpscope::ptx
