#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "ptx/opcodes.hpp"

namespace warpscope::simt {

struct PromisedForm {
    ptx::Opcode opcode{};
    std::string spelling; // "add.cc.u64"
    std::string operands; // %p predicate, %h 16 bits, %r 32, %rd 64
    std::string_view exact;
};

[[nodiscard]] std::vector<PromisedForm> promised_forms();

[[nodiscard]] std::string ptx_markdown();

} // namespace warpscope::simt
