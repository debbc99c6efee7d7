// Source places of instructions, from .loc directives. Internal to this module.
#pragma once

#include <cstdint>
#include <map>
#include <vector>

#include "ptx/lexer.hpp"

namespace warpscope::ptx {

/// A place as .loc writes it; files are resolved when all .file directives have been seen.
struct LineEntry {
    uint32_t file = ~0u; // none before the first .loc; 0 is a file's number like any other
    uint32_t line = 0, column = 0;

    friend auto operator<=>(const LineEntry&, const LineEntry&) = default;
};
struct InstructionPlace {
    LineEntry own;
    std::vector<LineEntry> inlined_at; // innermost first
};

/// The place in force within one function.
class LinePlaces {
public:
    [[nodiscard]] const InstructionPlace& current() const { return current_; }
    /// Reads what follows ".loc".
    void parse(TokenStream& tokens);

private:
    InstructionPlace current_;
    std::map<LineEntry, std::vector<LineEntry>> inlined_at_; // of code at a place, for places seen so far
};

/// A name as .file directives have it, where bytes beyond ASCII stand as "\320", in octal.
[[nodiscard]] std::string unescaped_name(std::string_view text);
[[nodiscard]] std::string escaped_name(std::string_view name);

} // namespace warpscope::ptx
