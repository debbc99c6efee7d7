#include "analysis/dispatch.hpp"

#include <algorithm>
#include <array>
#include <functional>
#include <numeric>
#include <queue>
#include <tuple>

#include <fmt/format.h>

#include "gpu/occupancy.hpp"
#include "language/tr.hpp"

namespace warpscope::analysis {
namespace {

constexpr uint64_t kib = 1024;
constexpr int assumed_registers = 32;

// Registers, threads, blocks and shared memory of a multiprocessor: CUDA C++ Programming Guide, "Technical
// Specifications per Compute Capability". Multiprocessors: makers' data sheets.
constexpr gpu::Multiprocessor cc60{65536, 2048, 32, 96 * kib, 0}, cc70{65536, 2048, 32, 96 * kib, 0},
    cc75{65536, 1024, 16, 64 * kib, 0}, cc80{65536, 2048, 32, 164 * kib, kib}, cc86{65536, 1536, 16, 100 * kib, kib},
    cc89{65536, 1536, 24, 100 * kib, kib}, cc90{65536, 2048, 32, 228 * kib, kib};

constexpr std::array dispatch_devices_table{
    DispatchDevice{"H100 SXM", 132, cc90},   DispatchDevice{"H100 PCIe", 114, cc90},
    DispatchDevice{"H200 SXM", 132, cc90},   DispatchDevice{"A100 80 GB SXM", 108, cc80},
    DispatchDevice{"A100 40 GB", 108, cc80}, DispatchDevice{"V100 SXM2", 80, cc70},
    DispatchDevice{"L4", 58, cc89},          DispatchDevice{"T4", 40, cc75},
    DispatchDevice{"RTX 4090", 128, cc89},   DispatchDevice{"RTX 4060", 24, cc89},
    DispatchDevice{"RTX 3090", 82, cc86},    DispatchDevice{"RTX 3060 12 GB", 28, cc86},
    DispatchDevice{"GTX 1080 Ti", 28, cc60}};

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

std::span<const DispatchDevice> dispatch_devices() { return dispatch_devices_table; }

const DispatchDevice* find_dispatch_device(std::string_view name) {
    const auto found = std::ranges::find(dispatch_devices_table, name, &DispatchDevice::name);
    return found == dispatch_devices_table.end() ? nullptr : &*found;
}

const DispatchDevice& default_dispatch_device() { return dispatch_devices_table.front(); }

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
    // In the order of gpu::Occupancy.
    for (const char* name : {N_("registers"), N_("shared memory"), N_("threads"), N_("blocks")})
        if (limit.find(name) != std::string_view::npos)
            out = out.empty() ? std::string(tr(name)) : tr_format("{} and {}", out, tr(name));
    return out;
}

std::string Dispatch::words() const {
    if (measured) return tr_format("Begin and end of each block as recorded on {}.", device);
    return tr_format(
        "A model of {}: {} multiprocessors with {} blocks each at a time (limited by {}; {} registers of a "
        "thread assumed), dealt in the order of their number, each as long as its warp instructions.",
        device, multiprocessors, resident, limit_words(limit), assumed_registers);
}

Dispatch dispatch_blocks(const DispatchDevice& device, const gpu::Occupancy& occupancy,
                         std::span<const uint64_t> warp_instructions) {
    Dispatch out;
    out.device = device.name;
    out.multiprocessors = static_cast<uint32_t>(device.multiprocessors);
    out.resident = static_cast<uint32_t>(std::max(1, occupancy.blocks));
    out.limit = occupancy.limit;
    // Free from when, which of its multiprocessor's, which multiprocessor.
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

Result<Dispatch> model_dispatch(const session::RunResult& result, const DispatchDevice& device) {
    const metrics::LaunchMeasurement& launch = result.shown();
    const LaunchConfig& config = launch.config;
    gpu::KernelAttributes kernel;
    kernel.registers = assumed_registers;
    const simt::Program& program = result.measured->program();
    if (const auto found = program.find_kernel(result.measured->plan().launches.back().kernel))
        kernel.shared_bytes = program.resources(*found).shared_bytes;
    const gpu::Occupancy fits = gpu::occupancy_by_rules(device.each, kernel, config);
    if (fits.blocks == 0)
        return fail(ErrorKind::usage,
                    tr_format("Not even one block of {} threads fits on a multiprocessor of {}: {}.",
                              config.block.count(), device.name, limit_words(fits.limit)),
                    tr("choose another device or a smaller block"));
    const uint64_t warps = config.warps_per_block();
    std::vector<uint64_t> instructions(config.blocks());
    for (uint64_t block = 0; block < instructions.size(); ++block)
        for (uint64_t warp = 0; warp < warps; ++warp)
            instructions[block] += launch.divergence.warps[block * warps + warp].instructions;
    return dispatch_blocks(device, fits, instructions);
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
    // Ends before beginnings at the same time: the place that one block leaves is the next one's.
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

std::optional<std::string> why_not_by_blocks(const session::RunResult& result) {
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
