#include "metrics/races/program/sync_instructions.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>

#include <fmt/format.h>

#include "metrics/races/program/cas_loop_loads.hpp"
#include "ptx/analysis/base_address.hpp"
#include "ptx/analysis/bit_semantics.hpp"
#include "ptx/analysis/definitions.hpp"
#include "ptx/analysis/reachability.hpp"
#include "ptx/analysis/spin_loads.hpp"
#include "ptx/cfg.hpp"
#include "ptx/opcodes.hpp"

namespace warpscope::metrics {
namespace {

bool has(std::string_view text, std::string_view part) { return text.find(part) != std::string_view::npos; }

bool ends_at_mbarrier(std::string_view head) {
    return head.starts_with("cp.async.bulk") && has(head, ".mbarrier::complete_tx");
}

bool arrives_at_mbarrier(std::string_view head) {
    return head.starts_with("mbarrier.arrive") || head.starts_with("mbarrier.complete_tx") ||
           head.starts_with("cp.async.mbarrier") || ends_at_mbarrier(head);
}
bool waits_for_mbarrier(std::string_view head) {
    return head.starts_with("mbarrier.test_wait") || head.starts_with("mbarrier.try_wait");
}

bool is_copy(std::string_view head) {
    return head.starts_with("cp.async.ca") || head.starts_with("cp.async.cg") || head.starts_with("cp.async.shared");
}

void add_copy_points(const ptx::Instruction& in, std::string_view head, uint32_t pc,
                     std::vector<SyncInstructions::SyncPoint>& points) {
    using Kind = SyncInstructions::SyncPoint::Kind;
    const bool all = head == "cp.async.wait_all";
    if (all || head == "cp.async.commit_group") points.push_back({pc, Kind::commit_copies});
    if (all) points.push_back({pc, Kind::await_copies});
    if (head != "cp.async.wait_group" || in.operands.empty()) return;
    if (const auto* const keep = std::get_if<ptx::Immediate>(&in.operands[0].value))
        points.push_back({pc, Kind::await_copies, static_cast<uint32_t>(keep->bits)});
}

AccessStrength strength_of(std::string_view head) {
    if (ends_at_mbarrier(head)) return AccessStrength::plain; // InstructionFacts::strength_of() makes its signal strong
    if (arrives_at_mbarrier(head) || waits_for_mbarrier(head) || head.starts_with("mbarrier.expect_tx"))
        return AccessStrength::strong_in_block;
    const bool is_atomic = head.starts_with("atom") || head.starts_with("red");
    const bool is_strong = is_atomic || has(head, ".volatile") || has(head, ".relaxed") || has(head, ".acquire") ||
                           has(head, ".release") || has(head, ".mmio");
    if (!is_strong) return AccessStrength::plain;
    return has(head, ".cta") ? AccessStrength::strong_in_block : AccessStrength::strong;
}

/// Registers that are set once, from a constant or an argument, and so are equal in all threads.
class UniformValues {
public:
    explicit UniformValues(const ptx::Function& function) {
        const ptx::Definitions definitions(function);
        for (uint32_t k = 0; k < function.body.size(); ++k) {
            const ptx::Instruction& in = function.body[k];
            const auto target = in.operands.size() < 2 ? std::nullopt : register_of(in.operands[0]);
            if (!target || definitions.only(*target) != k) continue;
            if (in.opcode == ptx::Opcode::mov && std::holds_alternative<ptx::Immediate>(in.operands[1].value))
                registers_[*target] = text_of(in.operands[1]);
            else if (loads_argument(function, in))
                registers_[*target] = in.text.substr(in.text.find('['));
        }
    }

    /// Returns an id of the value, or "" if threads may have different values.
    [[nodiscard]] std::string text_of(const ptx::Operand& operand) const {
        if (const auto* immediate = std::get_if<ptx::Immediate>(&operand.value))
            return fmt::format("={}{}", immediate->bits, immediate->single ? "f" : "");
        if (const auto* source = std::get_if<ptx::Register>(&operand.value)) {
            const auto found = registers_.find(source->index);
            return found == registers_.end() || source->negated ? std::string() : found->second;
        }
        return {};
    }

private:
    std::map<uint32_t, std::string> registers_;
};

class FunctionFacts {
public:
    FunctionFacts(const ptx::Function& function, const ptx::Module& module, uint32_t first_pc,
                  std::map<std::string, uint32_t>& values)
        : function_(function)
        , module_(module)
        , first_pc_(first_pc)
        , values_(values)
        , uniform_(function)
        , graph_(ptx::build_cfg(function)) {}

    void add_to(std::vector<InstructionFacts>& by_pc) {
        for (uint32_t i = 0; i < function_.body.size(); ++i) {
            InstructionFacts& facts = by_pc[first_pc_ + i];
            facts.block_first = first_pc_ + graph_.blocks[graph_.block_of[i]].first;
            const ptx::Instruction& instruction = function_.body[i];
            const std::string_view head = ptx::head_of(instruction.text);
            const auto number_of = [&](const ptx::Operand& value) {
                const std::string text = uniform_.text_of(value);
                if (text.empty()) return 0u;
                return values_.try_emplace(text, static_cast<uint32_t>(values_.size() + 1)).first->second;
            };
            facts.exchanges = head.starts_with("atom") && has(head, ".exch") && instruction.operands.size() == 3;
            if (facts.exchanges) facts.exchanged_value = number_of(instruction.operands[2]);
            if (head.starts_with("st.") && instruction.operands.size() == 2)
                facts.stored_value = number_of(instruction.operands[1]);
        }
        for (uint32_t i = 0; i < function_.body.size(); ++i) by_pc[first_pc_ + i].takes_ticket = takes_ticket(i);
        for (const uint32_t i : find_spin_loads(function_, graph_)) by_pc[first_pc_ + i].waits = true;
        mark_flag_polls(by_pc);
        for (const uint32_t i : find_cas_loop_loads(function_, module_, graph_))
            by_pc[first_pc_ + i].strength = AccessStrength::strong;
    }

private:
    /// Excludes additions of 0, and atomics in loops, because these only poll.
    [[nodiscard]] bool takes_ticket(uint32_t index) const {
        const ptx::Instruction& in = function_.body[index];
        const ptx::AtomicOp what = in.modifiers.atomic;
        if (in.opcode != ptx::Opcode::atom || (what != ptx::AtomicOp::add && what != ptx::AtomicOp::inc) ||
            in.operands.size() < 3)
            return false;
        const auto* const added = std::get_if<ptx::Immediate>(&in.operands[2].value);
        return (added == nullptr || added->bits != 0) && !ways_.leads(graph_.block_of[index], graph_.block_of[index]);
    }

    /// Sets `polls` and `awaits_answer`. All volatile loads of a location that a loop polls count as polls.
    void mark_flag_polls(std::vector<InstructionFacts>& by_pc) {
        std::vector<uint32_t> loads, stores;
        std::map<ptx::BaseAddress, std::vector<uint32_t>> awaited; // basic blocks that poll each location
        std::optional<ptx::Definitions> definitions;
        const auto base = [&](uint32_t i) { return base_of(function_, *definitions, function_.body[i]); };
        for (uint32_t i = 0; i < function_.body.size(); ++i) {
            const std::string_view head = ptx::head_of(function_.body[i].text);
            if (head.starts_with("st.volatile")) stores.push_back(i);
            if (!head.starts_with("ld.volatile")) continue;
            loads.push_back(i);
            if (!definitions) definitions.emplace(function_);
            const auto address = base(i);
            if (by_pc[first_pc_ + i].waits && address) awaited[*address].push_back(graph_.block_of[i]);
        }
        if (!awaited.empty())
            for (const uint32_t i : stores) {
                const auto address = base(i);
                const auto found = address ? awaited.find(*address) : awaited.end();
                by_pc[first_pc_ + i].awaits_answer =
                    found != awaited.end() && std::ranges::any_of(found->second, [&](uint32_t block) {
                        return ways_.leads(graph_.block_of[i], block);
                    });
            }
        for (const uint32_t i : loads) {
            const auto address = base(i);
            by_pc[first_pc_ + i].polls = polls_flag(function_, i) || (address && awaited.contains(*address));
        }
    }

    const ptx::Function& function_;
    const ptx::Module& module_;
    uint32_t first_pc_;
    std::map<std::string, uint32_t>& values_;
    UniformValues uniform_;
    ptx::ControlFlowGraph graph_;
    mutable ptx::Reachability ways_{graph_};
};

void note_access(SyncInstructions& out, uint32_t pc, std::string_view head, uint32_t bytes) {
    if (bytes == 0) return;
    const bool only_shared = has(head, ".shared");
    const bool elsewhere = has(head, ".param") || has(head, ".local") || has(head, ".const");
    if (elsewhere) return;
    const bool copies = is_copy(head); // from global to shared memory
    if (!only_shared || copies) out.global_granule = std::min(out.global_granule, bytes);
    if (!has(head, ".global") || copies) out.shared_granule = std::min(out.shared_granule, bytes);
    out.by_pc[pc].site = static_cast<uint16_t>(std::min<size_t>(out.pc_of_site.size(), SyncInstructions::max_site));
    if (out.pc_of_site.size() < SyncInstructions::max_site) out.pc_of_site.push_back(pc);
}

} // namespace

SyncInstructions sync_instructions(const simt::Program& program) {
    const std::vector<simt::InstructionInfo>& instructions = program.instructions();
    SyncInstructions out;
    out.by_pc.resize(instructions.size());
    out.frees = std::ranges::any_of(program.module().functions, [](const ptx::Function& function) {
        return function.is_declaration && simt::takes_memory(function.name);
    });
    constexpr uint32_t widest = 16;
    out.global_granule = out.shared_granule = widest;
    std::map<std::string, uint32_t> values;
    uint32_t atomic_bytes = 0; // size of previous atomics
    uint32_t first_pc = 0;
    for (uint32_t pc = 0; pc < instructions.size(); ++pc) {
        const simt::InstructionInfo& info = instructions[pc];
        const std::string_view head = ptx::head_of(info.text);
        InstructionFacts& facts = out.by_pc[pc];
        const AccessStrength strength = strength_of(head);
        if (strength != AccessStrength::plain) facts.strength = strength; // otherwise FunctionFacts has set it
        const bool is_atomic = head.starts_with("atom") || head.starts_with("red");
        if (strength != AccessStrength::plain && !(is_atomic && strength == AccessStrength::strong))
            out.only_plain_and_atomic = false;
        if (is_atomic && !has(head, ".shared")) {
            out.counts_in_global = out.counts_in_global || has(head, ".add") || has(head, ".inc") || has(head, ".dec");
            if (atomic_bytes != 0 && atomic_bytes != info.access_bytes) out.only_plain_and_atomic = false;
            atomic_bytes = info.access_bytes;
        }
        facts.is_volatile = has(head, ".volatile");
        facts.only_stores = head.starts_with("st.");
        facts.compares = has(head, ".cas");
        // A volatile load that does not poll reads data.
        facts.reads_flag =
            strength != AccessStrength::plain &&
            (head.starts_with("atom") || (head.starts_with("ld") && (!facts.is_volatile || facts.polls)));
        facts.is_read_only = has(head, ".nc");
        out.loads_read_only = out.loads_read_only || facts.is_read_only;
        facts.acquires = has(head, ".acquire") || has(head, ".acq_rel") || waits_for_mbarrier(head);
        facts.releases = has(head, ".release") || has(head, ".acq_rel") || arrives_at_mbarrier(head);
        // A cluster barrier has only one event, so its arrival includes the wait.
        facts.arrives_only = has(head, ".arrive") && !head.starts_with("barrier.cluster");
        facts.only_acquires = waits_for_mbarrier(head);
        facts.at_mbarrier = facts.only_acquires || arrives_at_mbarrier(head) || head.starts_with("mbarrier.expect_tx");
        const bool is_fence = (head.starts_with("membar") || head.starts_with("fence")) && !has(head, ".proxy") &&
                              !has(head, ".mbarrier_init"); // orders only the initialization
        if (is_fence) {
            using Kind = SyncInstructions::SyncPoint::Kind;
            out.sync_points.push_back({pc, has(head, ".cta") ? Kind::block_fence : Kind::fence});
            facts.acquires = facts.releases = false;
        }
        out.synchronizes = out.synchronizes || is_fence || facts.acquires || facts.releases;
        note_access(out, pc, head, info.access_bytes);
        facts.copies = is_copy(head);
        facts.signals_copies = head.starts_with("cp.async.mbarrier");
        out.copies = out.copies || facts.copies;
        const bool begins_function = pc == 0 || instructions[pc - 1].function != info.function;
        if (begins_function) first_pc = pc;
        const ptx::Function& function = program.module().functions[info.function];
        if (pc - first_pc < function.body.size())
            add_copy_points(function.body[pc - first_pc], head, pc, out.sync_points);
        if (begins_function && pc + function.body.size() <= instructions.size())
            FunctionFacts(function, program.module(), pc, values).add_to(out.by_pc);
    }
    return out;
}

} // namespace warpscope::metrics
