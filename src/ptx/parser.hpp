// Parser of PTX versions 6 to 9 from NVRTC, nvcc or clang, with inline assembly.
#pragma once

#include <map>
#include <string>
#include <string_view>

#include "base/diagnostic.hpp"
#include "ptx/module.hpp"

namespace warpscope::ptx {

/// Takes linear time. Accepts unknown opcodes and suffixes.
[[nodiscard]] Result<Module> parse(std::string_view text, std::string_view file_name);

/// Prints text that parses to `module`, except PTX line numbers and spelling in Instruction::text.
[[nodiscard]] std::string to_text(const Module& module);

/// Works like to_text(), but declares functions before tables of their addresses, as ptxas requires.
[[nodiscard]] std::string assembler_text(const Module& module);

struct Weaving {
    std::string name;
    std::vector<Variable> parameters;       // added after the function's own
    std::string prologue;                   // start of the body
    std::map<uint32_t, std::string> before; // text by instruction; inserted after its label
};

[[nodiscard]] std::string to_text(const Module& module, const Function& function, const Weaving& weaving);

} // namespace warpscope::ptx
