// Generates docs/PTX.md, which lists the PTX that the emulator runs and its accuracy, from the parser and the decoder.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "ptx/opcodes.hpp"

namespace warpscope::simt {

/// A documented form, spelled out.
struct PromisedForm {
    ptx::Opcode opcode{};
    std::string spelling; // "add.cc.u64"
    std::string operands; // registers by size: %p predicate, %h 16 bits, %r 32, %rd 64
    std::string_view exact;
};

[[nodiscard]] std::vector<PromisedForm> promised_forms();

/// Returns the document in Markdown.
[[nodiscard]] std::string ptx_markdown();

} // namespace warpscope::simt
