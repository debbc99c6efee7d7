#include "analysis/dispatch.hpp"

#include <algorithm>
#include <functional>
#include <map>
#include <mutex>
#include <numeric>
#include <queue>
#include <tuple>

#include <fmt/format.h>

#include "base/devices/ptxas.hpp"
#include "base/sha256.hpp"
#include "gpu/occupancy.hpp"
#include "language/tr.hpp"

namespace warpscope::analysis {
namespace {

constexpr int assumed_registers = 32;

gpu::Multiprocessor multiprocessor_of(const DeviceModel& device) {
    return {device.registers_per_multiprocessor, device.threads_per_multiprocessor, device.blocks_per_multiprocessor,
            static_cast<uint64_t>(device.shared_bytes_per_multiprocessor),
            static_cast<uint64_t>(device.reserved_shared_bytes)};
}

std::optional<int> registers_of(const std::string& ptx, const std::string& symbol, uint32_t capability) {
    static std::mutex mutex;
    static std::map<std::pair<std::string, uint32_t>, std::map<std::string, int>> known;
    const auto key = std::pair(sha256(ptx), capability);
    const std::lock_guard lock(mutex);
    auto found = known.find(key);
    if (found == known.end()) found = known.emplace(key, registers_by_ptxas(ptx, capability)).first;
    const auto one = found->second.find(symbol);
    return one == found->second.end() ? std::nullopt : std::optional(one->second);
}

void order_ends(Dispatch& dispatch) {
    const auto& blocks = dispatch.blocks;
    dispatch.by_end.resize(blocks.size());
    std::iota(dispatch.by_end.begin(), dispatch.by_end.end(), 0u);
    std::ranges::stable_sort(dispatch.by_end, {}, [&](uint32_t block) { return blocks[block].end; });
    dispatch.ended_as.resize(blocks.size());
    for (uint32_t place = 0; place < dispatch.by_end.size(); ++place)
        dispatch.ended_as[dispatch.by_end[place]] = place + 1;
    dispatch.length = blocks.empty() ? 0 : blocks[dispatch.by_end.back()].end;
}

} // namespace

uint32_t Dispatch::ended_by(uint64_t time) const {
    const auto later = std::ranges::upper_bound(by_end, time, {}, [this](uint32_t block) { return blocks[block].end; });
    return static_cast<uint32_t>(later - by_end.begin());
}

uint64_t Dispatch::time_of(uint32_t ended) const {
    if (ended == 0 || by_end.empty()) return 0;
    return blocks[by_end[std::min<size_t>(ended, by_end.size()) - 1]].end;
}

uint64_t Dispatch::tail_begins() const {
    std::vector<uint64_t> last(multiprocessors);
    for (const BlockSpan& block : blocks) last[block.multiprocessor] = std::max(last[block.multiprocessor], block.end);
    return last.empty() ? 0 : std::ranges::min(last);
}

uint32_t Dispatch::waves() const {
    const uint64_t places = uint64_t{multiprocessors} * resident;
    return places == 0 ? 0 : static_cast<uint32_t>((blocks.size() + places - 1) / places);
}

std::string limit_words(std::string_view limit) {
    std::string out;
    for (const char* name : {N_("registers"), N_("shared memory"), N_("threads"), N_("blocks")})
        if (limit.find(name) != std::string_view::npos)
            out = out.empty() ? std::string(tr(name)) : tr_format("{} and {}", out, tr(name));
    return out;
}

std::string Dispatch::words() const {
    if (measured) return tr_format("Start and end of each block, recorded on {}.", device);
    if (registers)
        return tr_format(
            "Model of {}: {} multiprocessors hold {} blocks each (limited by {}; {} registers per thread, from ptxas). "
            "Blocks start in numerical order. The duration of a block is its number of warp instructions.",
            device, multiprocessors, resident, limit_words(limit), *registers);
    return tr_format(
        "Model of {}: {} multiprocessors hold {} blocks each (limited by {}; {} registers per thread, assumed). Blocks "
        "start in numerical order. The duration of a block is its number of warp instructions.",
        device, multiprocessors, resident, limit_words(limit), assumed_registers);
}

Dispatch dispatch_blocks(const DeviceModel& device, const gpu::Occupancy& occupancy,
                         std::span<const uint64_t> warp_instructions) {
    Dispatch out;
    out.device = device.name;
    out.multiprocessors = static_cast<uint32_t>(device.multiprocessors);
    out.resident = static_cast<uint32_t>(std::max(1, occupancy.blocks));
    out.limit = occupancy.limit;
    // Slot for a block: time when the slot is free, number, multiprocessor
    using Place = std::tuple<uint64_t, uint32_t, uint32_t>;
    std::priority_queue<Place, std::vector<Place>, std::greater<>> places;
    for (uint32_t place = 0; place < out.resident; ++place)
        for (uint32_t sm = 0; sm < out.multiprocessors; ++sm) places.emplace(0, place, sm);
    out.blocks.reserve(warp_instructions.size());
    for (const uint64_t instructions : warp_instructions) {
        const auto [free, place, sm] = places.top();
        places.pop();
        const uint64_t end = free + std::max<uint64_t>(1, instructions);
        out.blocks.push_back({sm, free, end});
        places.emplace(end, place, sm);
    }
    order_ends(out);
    return out;
}

Result<Dispatch> model_dispatch(const session::RunResult& result, const DeviceModel& device) {
    const metrics::LaunchMeasurement& launch = result.shown();
    const LaunchConfig& config = launch.config;
    gpu::KernelAttributes kernel;
    const simt::Program& program = result.measured->program();
    const std::string& name = result.measured->plan().launches.back().kernel;
    if (const auto found = program.find_kernel(name)) kernel.shared_bytes = program.resources(*found).shared_bytes;
    const ptx::Function* const entry = program.module().find_entry(name);
    const auto registers =
        entry == nullptr ? std::nullopt : registers_of(result.compiled.ptx, entry->name, device.capability());
    kernel.registers = registers.value_or(assumed_registers);
    const gpu::Occupancy fits = gpu::occupancy_by_rules(multiprocessor_of(device), kernel, config);
    if (fits.blocks == 0)
        return fail(ErrorKind::usage,
                    msg("Not even one block of {} threads fits on a multiprocessor of {}: {}.", config.block.count(),
                        device.name, limit_words(fits.limit)),
                    msg("choose another device or a smaller block"));
    const uint64_t warps = config.warps_per_block();
    std::vector<uint64_t> instructions(config.blocks());
    for (uint64_t block = 0; block < instructions.size(); ++block)
        for (uint64_t warp = 0; warp < warps; ++warp)
            instructions[block] += launch.divergence.warps[block * warps + warp].instructions;
    Dispatch out = dispatch_blocks(device, fits, instructions);
    out.registers = registers;
    return out;
}

Dispatch measured_dispatch(std::string device, int multiprocessors, std::span<const instrument::BlockTime> blocks) {
    Dispatch out;
    out.device = std::move(device);
    out.measured = true;
    out.multiprocessors = static_cast<uint32_t>(std::max(0, multiprocessors));
    for (const instrument::BlockTime& block : blocks) {
        out.blocks.push_back({block.multiprocessor, block.start_ns, block.end_ns});
        out.multiprocessors = std::max(out.multiprocessors, block.multiprocessor + 1);
    }
    order_ends(out);
    return out;
}

std::vector<BusyStep> busy_multiprocessors(const Dispatch& dispatch) {
    // At equal times, blocks end before others begin, because ends free a slot.
    std::vector<std::tuple<uint64_t, int, uint32_t>> events;
    events.reserve(2 * dispatch.blocks.size());
    for (const BlockSpan& block : dispatch.blocks) {
        events.emplace_back(block.begin, 1, block.multiprocessor);
        events.emplace_back(block.end, -1, block.multiprocessor);
    }
    std::ranges::sort(events);
    std::vector<uint32_t> there(dispatch.multiprocessors);
    std::vector<BusyStep> steps;
    uint32_t busy = 0;
    for (size_t i = 0; i < events.size();) {
        const uint64_t time = std::get<0>(events[i]);
        for (; i < events.size() && std::get<0>(events[i]) == time; ++i) {
            const auto [at, change, sm] = events[i];
            if (change < 0)
                busy -= --there[sm] == 0;
            else
                busy += there[sm]++ == 0;
        }
        if (steps.empty() || steps.back().busy != busy) steps.push_back({time, busy});
    }
    return steps;
}

std::optional<std::string> block_order_error(const session::RunResult& result) {
    if (result.measured->launches().empty()) return tr("Nothing was launched.");
    const std::string& name = result.output.layout.name;
    if (result.prepared.adds_up) return tr_format("Threads of several blocks add up in the cells of '{}'.", name);
    for (const metrics::CellMaps& maps : result.shown().maps) {
        if (maps.buffer != result.prepared.output_buffer) continue;
        if (maps.owner.empty()) break;
        if (maps.contested) return tr_format("Several threads store the same cells of '{}'.", name);
        return std::nullopt;
    }
    return tr_format("The last launch stores nothing in '{}'.", name);
}

} // namespace warpscope::analysis
