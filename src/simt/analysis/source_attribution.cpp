#include "simt/analysis/source_attribution.hpp"

#include <algorithm>

namespace warpscope::simt {
namespace {

/// Guesses from the path: headers of compilers have absolute paths with a folder "include".
bool is_users(const SourceLocation& place, std::string_view kernel_folder) {
    const std::string_view file = place.file;
    if (file.empty() || place.line == 0) return false;
    if (file.ends_with("__nv_nvrtc_builtin_header.h")) return false;
    if (!file.starts_with('/') || file.find("/include/") == std::string_view::npos) return true;
    return !kernel_folder.empty() && file.starts_with(kernel_folder);
}

} // namespace

std::string_view kernel_folder(const ptx::Module& module) {
    for (const ptx::Function& function : module.functions)
        if (function.is_entry)
            for (const ptx::Instruction& in : function.body) {
                const SourceLocation& own = in.inlined_at.empty() ? in.source : in.inlined_at.back();
                if (own.file.empty()) continue;
                const size_t slash = own.file.rfind('/');
                return std::string_view(own.file).substr(0, slash == std::string::npos ? 0 : slash + 1);
            }
    return {};
}

SourceLocation UsePlaces::of(size_t index, std::string_view kernel_folder) {
    const ptx::Instruction& in = function_.body[index];
    const auto* const set = in.operands.empty() ? nullptr : std::get_if<ptx::Register>(&in.operands[0].value);
    if (set == nullptr) return {};
    if (uses_.empty()) find_uses();
    const std::vector<uint32_t>& uses = uses_[set->index];
    for (auto use = std::upper_bound(uses.begin(), uses.end(), index); use != uses.end(); ++use)
        if (SourceLocation place = user_source(function_.body[*use], kernel_folder); !place.file.empty()) return place;
    return {};
}

SourceLocation UsePlaces::of_stored_value(size_t index, std::string_view kernel_folder) const {
    const std::vector<ptx::Operand>& operands = function_.body[index].operands;
    const auto* const value = operands.size() < 2 ? nullptr : std::get_if<ptx::Register>(&operands[1].value);
    if (value == nullptr) return {};
    for (size_t k = index; k-- > 0;) {
        const ptx::Instruction& in = function_.body[k];
        const auto* const set = in.operands.empty() ? nullptr : std::get_if<ptx::Register>(&in.operands[0].value);
        if (set == nullptr || set->index != value->index || in.opcode == ptx::Opcode::st) continue;
        if (SourceLocation place = user_source(in, kernel_folder); !place.file.empty()) return place;
    }
    return {};
}

void UsePlaces::find_uses() {
    uses_.resize(function_.registers.size());
    for (uint32_t k = 0; k < function_.body.size(); ++k) {
        const std::vector<ptx::Operand>& operands = function_.body[k].operands;
        for (size_t o = 1; o < operands.size(); ++o)
            if (const auto* const reg = std::get_if<ptx::Register>(&operands[o].value)) uses_[reg->index].push_back(k);
    }
}

SourceLocation kernel_call(const Program& program, uint32_t pc) {
    if (pc >= program.instructions().size()) return {};
    const InstructionInfo& info = program.instructions()[pc];
    const std::vector<ptx::Instruction>& body = program.module().functions[info.function].body;
    const auto at = std::ranges::find(body, info.ptx_line, &ptx::Instruction::ptx_line);
    if (at == body.end()) return {};
    const std::vector<SourceLocation>& calls = at->inlined_at;
    for (auto call = calls.rbegin(); call != calls.rend(); ++call)
        if (is_users(*call, kernel_folder(program.module())))
            return *call == info.user_source ? SourceLocation{} : *call;
    return {};
}

SourceLocation user_source(const ptx::Instruction& instruction, std::string_view kernel_folder) {
    if (is_users(instruction.source, kernel_folder)) return instruction.source;
    for (const SourceLocation& call : instruction.inlined_at)
        if (is_users(call, kernel_folder)) return call;
    return {};
}

} // namespace warpscope::simt
