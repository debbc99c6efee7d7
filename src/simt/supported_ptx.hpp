// docs/PTX.md: which PTX the emulator runs, and how exact it is. Written by asking the parser and the decoder.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "ptx/opcodes.hpp"

namespace warpscope::simt {

/// A form that the document promises, written out.
struct PromisedForm {
    ptx::Opcode opcode{};
    std::string spelling; // "add.cc.u64"
    std::string operands; // "%rd1, %rd2, %rd3": %p a predicate, %h 16 bits, %r 32, %rd 64
    std::string_view exact;
};

/// Every form of the document.
[[nodiscard]] std::vector<PromisedForm> promised_forms();

/// The whole document, in Markdown.
[[nodiscard]] std::string ptx_markdown();

} // namespace warpscope::simt
