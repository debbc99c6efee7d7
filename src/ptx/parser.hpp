// Reads PTX text into a Module.
//
// Accepts what NVRTC, nvcc and clang write for CUDA C++ (PTX 6 to 9), inline assembly included. Directives that mean
// nothing to an execution (.file, .loc, debug sections, performance hints) are used for source lines or skipped;
// unknown directives are skipped and listed in Module::notes.
#pragma once

#include <map>
#include <string>
#include <string_view>

#include "base/diagnostic.hpp"
#include "ptx/module.hpp"

namespace warpscope::ptx {

/// The first thing wrong is the Diagnostic: `file_name`, line and column in the PTX text, what was expected and what
/// stands there. Opcodes and suffixes that are not known are not errors here: see Opcode::unknown and
/// Modifiers::unknown. Takes time linear in the text.
[[nodiscard]] Result<Module> parse(std::string_view text, std::string_view file_name);

/// The module in one canonical form: every name declared once, labels named after their instruction, everything that
/// Module holds and nothing else (so without comments and notes, and without debug sections but for a name that ptxas
/// wants where functions were inlined). parse(to_text(m)) equals m except for PTX line numbers and the spelling in
/// Instruction::text.
[[nodiscard]] std::string to_text(const Module& module);

/// The same for NVIDIA's assemblers, which want each function declared before a variable that begins with its address,
/// as a table of virtual functions does. So parse() has functions in another order.
[[nodiscard]] std::string assembler_text(const Module& module);

/// PTX to be woven into a copy of a function.
struct Weaving {
    std::string name;                       // of the copy
    std::vector<Variable> parameters;       // after the function's own
    std::string prologue;                   // at the head of the body: declarations and instructions, a line each
    std::map<uint32_t, std::string> before; // by instruction: comes between its label and itself
};

/// `function` of `module` with `weaving` in it, to be appended to to_text(module).
[[nodiscard]] std::string to_text(const Module& module, const Function& function, const Weaving& weaving);

} // namespace warpscope::ptx
