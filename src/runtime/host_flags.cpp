#include "runtime/host_flags.hpp"

#include <iterator>
#include <string_view>

#include "ptx/analysis/bit_semantics.hpp"
#include "ptx/analysis/reachability.hpp"
#include "ptx/cfg.hpp"
#include "simt/lane_loop.hpp"

namespace warpscope::runtime {
namespace {

bool has(std::string_view text, std::string_view part) { return text.find(part) != std::string_view::npos; }

bool is_system_fence(std::string_view head) {
    return (head.starts_with("membar") || head.starts_with("fence")) && has(head, ".sys");
}

class FunctionFlags {
public:
    explicit FunctionFlags(const ptx::Function& function)
        : function_(function)
        , graph_(ptx::build_cfg(function)) {
        for (uint32_t k = 0; k < function.body.size(); ++k)
            if (is_system_fence(ptx::head_of(function.body[k].text))) fences_.push_back(k);
    }

    [[nodiscard]] bool has_fences() const { return !fences_.empty(); }
    [[nodiscard]] bool is_flag(uint32_t index) {
        const std::string_view head = ptx::head_of(function_.body[index].text);
        const bool is_atomic = head.starts_with("atom") || head.starts_with("red");
        if (!is_atomic && !head.starts_with("st.")) return false;
        if (has(head, ".sys")) return true;
        if (fences_.empty()) return false;
        // A host may read a counter that an atomic operation changes and a fence publishes.
        if (is_atomic) return true;
        const bool is_strong = has(head, ".volatile") || has(head, ".relaxed") || has(head, ".release");
        for (const uint32_t fence : fences_) {
            if (!follows(index, fence)) continue;
            // In a loop, a plain store both before and after the fence may be data of the next round.
            if (is_strong || !follows(fence, index)) return true;
        }
        return false;
    }

private:
    [[nodiscard]] bool follows(uint32_t later, uint32_t earlier) {
        const uint32_t from = graph_.block_of[earlier], to = graph_.block_of[later];
        return (from == to && earlier < later) || ways_.leads(from, to);
    }

    const ptx::Function& function_;
    ptx::ControlFlowGraph graph_;
    ptx::Reachability ways_{graph_};
    std::vector<uint32_t> fences_;
};

} // namespace

FlagWrites find_flag_writes(const simt::Program& program) {
    FlagWrites out;
    const auto& instructions = program.instructions();
    out.by_pc.resize(instructions.size());
    for (uint32_t first = 0; first < instructions.size();) {
        const ptx::Function& function = program.module().functions[instructions[first].function];
        FunctionFlags flags(function);
        out.releases = out.releases || flags.has_fences();
        for (uint32_t k = 0; k < function.body.size(); ++k) {
            if (!flags.is_flag(k)) continue;
            const std::string_view head = ptx::head_of(function.body[k].text);
            out.by_pc[first + k] = 1;
            out.any = true;
            out.releases = out.releases || has(head, ".release") || has(head, ".acq_rel");
        }
        first += static_cast<uint32_t>(function.body.size());
    }
    return out;
}

void WrittenFlags::add(uint64_t address, uint32_t bytes) {
    if (bytes_of_.size() < max) bytes_of_[address] = bytes;
}

bool WrittenFlags::covers(uint64_t address) const {
    const auto next = bytes_of_.upper_bound(address);
    if (next == bytes_of_.begin()) return false;
    const auto& [begin, bytes] = *std::prev(next);
    return address - begin < bytes;
}

void FlagObserver::on_memory(const simt::MemoryEvent& event) {
    if (event.kind == simt::AccessKind::load || writes_->by_pc[event.pc] == 0) return;
    simt::for_each_lane(event.mask, [&](uint32_t lane) { flags_.add(event.address[lane], event.bytes); });
}

} // namespace warpscope::runtime
