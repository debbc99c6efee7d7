#include "metrics/races/program/barrier_text.hpp"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string_view>
#include <variant>
#include <vector>

#include "ptx/analysis/bit_semantics.hpp"
#include "ptx/analysis/definitions.hpp"

namespace warpscope::metrics {
namespace {

std::optional<int64_t> immediate_of(const ptx::Instruction& in, size_t operand) {
    if (operand >= in.operands.size()) return std::nullopt;
    const auto* const value = std::get_if<ptx::Immediate>(&in.operands[operand].value);
    return value == nullptr ? std::nullopt : std::optional(static_cast<int64_t>(value->bits));
}

/// Returns the operand's value if it is an immediate, or a register that only one mov with an immediate sets.
std::optional<int64_t> constant_at(const ptx::Function& function, const ptx::Instruction& in, size_t operand) {
    const auto* const reg =
        operand < in.operands.size() ? std::get_if<ptx::Register>(&in.operands[operand].value) : nullptr;
    if (reg == nullptr) return immediate_of(in, operand);
    const auto set = ptx::Definitions(function).only(reg->index);
    return set && function.body[*set].opcode == ptx::Opcode::mov ? immediate_of(function.body[*set], 1) : std::nullopt;
}

} // namespace

Message other_barriers(const simt::Program& program) {
    std::vector<Message> texts;
    const std::vector<simt::InstructionInfo>& instructions = program.instructions();
    for (uint32_t pc = 0, first_pc = 0; pc < instructions.size(); ++pc) {
        const simt::InstructionInfo& info = instructions[pc];
        if (pc == 0 || instructions[pc - 1].function != info.function) first_pc = pc;
        const ptx::Function& function = program.module().functions[info.function];
        const std::vector<ptx::Instruction>& body = function.body;
        const std::string_view head = ptx::head_of(info.text);
        const bool object = head.starts_with("mbarrier.init");
        const bool numbered =
            (head.starts_with("bar.") && !head.starts_with("bar.warp")) || head.starts_with("barrier.");
        if ((!object && !numbered) || pc - first_pc >= body.size()) continue;
        const auto number = immediate_of(body[pc - first_pc], 0), count = constant_at(function, body[pc - first_pc], 1);
        if (!object && number.value_or(0) == 0) continue;
        Message text = object ? msg("an mbarrier (cuda::barrier)") : msg("barrier {}", *number);
        if (count)
            text = object ? msg("{} made for {} arrivals", text, *count) : msg("{} for {} threads", text, *count);
        const SourceLocation& source = info.user_source.file.empty() ? info.source : info.user_source;
        if (source.line != 0) text = msg("{} at line {}", text, source.line);
        if (std::ranges::find(texts, text) == texts.end()) texts.push_back(std::move(text));
    }
    constexpr size_t max = 4;
    if (texts.size() > max) texts.resize(max);
    return joined(texts, ", ");
}

} // namespace warpscope::metrics
