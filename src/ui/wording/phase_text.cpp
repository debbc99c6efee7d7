#include "ui/wording/phase_text.hpp"

#include <algorithm>
#include <set>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/symbol_name.hpp"
#include "language/language.hpp"
#include "language/tr.hpp"
#include "simt/program.hpp"

namespace warpscope::ui {

namespace {

using simt::AccessKind;

/// What the threads of a block did between two barriers.
struct Done {
    std::set<std::string> loads, stores, atomics; // names of buffers ...
    std::set<std::string> reads, writes;          // ... and of shared arrays
    bool multiplies = false, calculates = false;  // with floating-point numbers
};

/// The name of the shared array that an access lies in.
std::string shared_name(const std::vector<simt::SharedVariableInfo>& arrays, uint64_t address) {
    const auto next = std::ranges::find_if(arrays, [&](const auto& array) { return array.offset > address; });
    return next == arrays.begin() ? tr("shared memory") : plain_name(std::prev(next)->name);
}

std::string list(const std::set<std::string>& names) { return fmt::format("{}", fmt::join(names, ", ")); }

std::string name_of(const Done& done) {
    // Translators: parts of "load tile_M, tile_N, barrier, multiply and add from tile_M, tile_N"; the last value is one
    // or several names.
    const std::string_view work = done.multiplies   ? tr("multiply and add")
                                  : done.calculates ? tr("calculate")
                                                    : tr("compute");
    std::vector<std::string> parts;
    std::set<std::string> sources = done.reads;
    if (!done.writes.empty() && !done.loads.empty())
        parts.push_back(tr_format("load {}", list(done.writes)));
    else
        sources.insert(done.loads.begin(), done.loads.end());
    const bool within = parts.empty() && !done.writes.empty();
    const bool stores = !done.stores.empty();
    if (within && !sources.empty())
        parts.push_back(sources == done.writes ? tr_format("{} within {}", work, list(done.writes))
                                               : tr_format("{} {} from {}", work, list(done.writes), list(sources)));
    else if (within)
        parts.push_back(tr_format("set {}", list(done.writes)));
    else if (!sources.empty() && !stores)
        parts.push_back(tr_format("{} from {}", work, list(sources)));
    if (!done.atomics.empty()) parts.push_back(tr_format("update {}", list(done.atomics)));
    if (stores)
        parts.push_back(within || sources.empty() ? tr_format("store {}", list(done.stores))
                                                  : tr_format("store {} from {}", list(done.stores), list(sources)));
    if (parts.empty()) return done.calculates ? tr("calculate, without memory") : tr("nothing in memory");
    return fmt::format("{}", fmt::join(parts, ", "));
}

/// The pattern that most intervals follow, the shortest of those; each of its intervals at least twice.
void find_rounds(Phases& phases) {
    constexpr uint32_t latest_first = 2, longest = 4;
    const auto count = static_cast<uint32_t>(phases.names.size());
    for (uint32_t length = 1; length <= longest; ++length)
        for (uint32_t first = 0; first <= latest_first; ++first) {
            uint32_t end = first + length;
            while (end < count && phases.names[end] == phases.names[end - length]) ++end;
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
    std::vector<Done> done(1);
    const auto at = [&](uint32_t epoch) -> Done& {
        if (epoch >= done.size()) done.resize(epoch + 1);
        return done[epoch];
    };
    for (const metrics::TraceStep& step : trace.steps) {
        Done& now = at(step.epoch);
        for (uint32_t pc = step.first_pc; pc < step.end_pc && pc < program.instructions().size(); ++pc) {
            const uint32_t operations = program.instructions()[pc].float_operations;
            now.calculates = now.calculates || operations > 0;
            now.multiplies = now.multiplies || operations > 1;
        }
    }
    for (const metrics::TraceAccess& access : trace.accesses) {
        Done& now = at(access.epoch);
        if (access.space == ptx::Space::shared) {
            std::string name = shared_name(arrays, access.address);
            if (access.kind != AccessKind::load) now.writes.insert(name);
            if (access.kind != AccessKind::store) now.reads.insert(std::move(name));
        } else if (access.buffer < buffers.size()) {
            std::set<std::string>& names = access.kind == AccessKind::load    ? now.loads
                                           : access.kind == AccessKind::store ? now.stores
                                                                              : now.atomics;
            names.insert(buffers[access.buffer].layout.name);
        }
    }
    Phases out;
    for (const Done& one : done) out.names.push_back(name_of(one));
    find_rounds(out);
    out.complete = !trace.truncated && !trace.steps_truncated;
    return out;
}

} // namespace

std::string Phases::text(uint32_t interval, bool brief) const {
    std::string out = complete ? tr_format("interval {} of {}", interval + 1, names.size())
                               : tr_format("interval {} of {} or more", interval + 1, names.size());
    if (interval >= names.size()) return out;
    if (interval < first || interval >= first + length * rounds) return fmt::format("{}: **{}**", out, names[interval]);
    const uint32_t round = (interval - first) / length, begin = first + round * length;
    out += tr_format(", phase {} of {}: ", round + 1, rounds);
    if (brief) return out + fmt::format("**{}**", names[interval]);
    for (uint32_t k = begin; k < begin + length; ++k)
        out += fmt::format("{}{}{}{}", k == begin ? "" : tr(", barrier, "), k == interval ? "**" : "", names[k],
                           k == interval ? "**" : "");
    return out;
}

std::shared_ptr<const Phases> phases_of(const session::RunResult& result, const metrics::BlockTrace& trace) {
    return result.derived.newest<Phases>({trace.launch, trace.block, static_cast<uint64_t>(language())},
                                         [&] { return make_phases(result, trace); });
}

} // namespace warpscope::ui
