#include "insight/phases.hpp"

#include <algorithm>

#include "base/symbol_name.hpp"
#include "ptx/analysis/bit_semantics.hpp"
#include "simt/program.hpp"

namespace warpscope::insight {

namespace {

using simt::AccessKind;

struct Accesses {
    IntervalWork::Names loads, stores, atomics; // buffers
    IntervalWork::Names reads, writes;          // shared arrays
    bool multiplies = false,
         calculates = false; // multiplies: has multiply-adds; calculates: has floating-point operations
    bool only_adds = true;
};

std::string shared_name(const std::vector<simt::SharedVariableInfo>& arrays, uint64_t address) {
    const auto next = std::ranges::find_if(arrays, [&](const auto& array) { return array.offset > address; });
    return next == arrays.begin() ? std::string() : plain_name(std::prev(next)->name);
}

IntervalWork work_of(const Accesses& done) {
    IntervalWork work{{}, {}, done.reads, done.atomics, done.stores, {}};
    if (!done.writes.empty() && !done.loads.empty()) {
        work.tiles = done.writes;
    } else {
        work.targets = done.writes;
        work.sources.insert(done.loads.begin(), done.loads.end());
    }
    const bool is_named = !work.sources.empty() && (!work.targets.empty() || work.stores.empty());
    if (is_named || work.is_empty())
        work.kind = done.multiplies && is_named ? IntervalWork::Kind::multiply_add
                    : done.calculates && done.only_adds && is_named && work.sources == work.targets
                        ? IntervalWork::Kind::add
                    : done.calculates ? IntervalWork::Kind::calculate
                                      : IntervalWork::Kind::compute;
    return work;
}

void find_rounds(Phases& phases) {
    constexpr uint32_t latest_first = 2, longest = 4;
    const auto& all = phases.intervals;
    const auto count = static_cast<uint32_t>(all.size());
    for (uint32_t length = 1; length <= longest; ++length)
        for (uint32_t first = 0; first <= latest_first; ++first) {
            uint32_t end = first + length;
            while (end < count && all[end] == all[end - length]) ++end;
            const uint32_t rounds = end > count ? 0 : (end - first) / length;
            if (rounds < 2 || rounds * length <= phases.length * phases.rounds) continue;
            phases.first = first;
            phases.length = length;
            phases.rounds = rounds;
        }
}

Phases make_phases(const session::RunResult& result, const metrics::BlockTrace& trace) {
    const simt::Program& program = result.measured->program();
    const metrics::LaunchMeasurement& launch = result.measured->launches()[trace.launch];
    const auto& arrays = program.shared_variables(program.find_kernel(launch.kernel).value_or(0));
    const auto& buffers = result.measured->plan().buffers;
    std::vector<Accesses> done(1);
    const auto at = [&](uint32_t interval) -> Accesses& {
        if (interval >= done.size()) done.resize(interval + 1);
        return done[interval];
    };
    for (const metrics::TraceStep& step : trace.steps) {
        Accesses& now = at(step.interval);
        for (uint32_t pc = step.first_pc; pc < step.end_pc && pc < program.instructions().size(); ++pc) {
            const simt::InstructionInfo& instruction = program.instructions()[pc];
            const uint32_t operations = instruction.float_operations;
            if (operations > 0 && !ptx::head_of(instruction.text).starts_with("add.")) now.only_adds = false;
            now.calculates = now.calculates || operations > 0;
            now.multiplies = now.multiplies || operations > 1;
        }
    }
    for (const metrics::TraceAccess& access : trace.accesses) {
        Accesses& now = at(access.interval);
        if (access.space == ptx::Space::shared) {
            std::string name = shared_name(arrays, access.address);
            if (access.kind != AccessKind::load) now.writes.insert(name);
            if (access.kind != AccessKind::store) now.reads.insert(std::move(name));
        } else if (access.buffer < buffers.size()) {
            IntervalWork::Names& names = access.kind == AccessKind::load    ? now.loads
                                         : access.kind == AccessKind::store ? now.stores
                                                                            : now.atomics;
            names.insert(buffers[access.buffer].layout.name);
        }
    }
    Phases out;
    for (const Accesses& one : done) out.intervals.push_back(work_of(one));
    find_rounds(out);
    out.is_complete = !trace.truncated && !trace.steps_truncated;
    return out;
}

} // namespace

std::shared_ptr<const Phases> phases_of(const session::RunResult& result, const metrics::BlockTrace& trace) {
    return result.derived.newest<Phases>({trace.launch, trace.block}, [&] { return make_phases(result, trace); });
}

} // namespace warpscope::insight
