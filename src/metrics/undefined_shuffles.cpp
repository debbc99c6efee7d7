// Shuffles that read lanes which take no part, judged by what comes of it: the block runs alone, twice, such lanes
// giving one value and then another. Where that changes what the block leaves in memory or prints, the value mattered.
#include <algorithm>
#include <cstring>
#include <fmt/format.h>
#include <set>
#include <utility>

#include "metrics/findings.hpp"
#include "metrics/measured.hpp"

namespace warpscope::metrics {
namespace {

constexpr size_t most_blocks = 4; // looked at of a launch

/// Differ in every byte, and as numbers of any type; neither is the neutral element of an addition and a maximum both.
constexpr uint32_t one_value = 0, other_value = 0x7f7fffff;

simt::ForeignValues giving_other(std::optional<uint32_t> pc, uint32_t first_thread, uint32_t end_thread) {
    return {one_value, other_value, pc, first_thread, end_thread, {}};
}

std::string text_of(const simt::ForeignRead& read, uint32_t thread) {
    const std::string why =
        read.ended ? "has returned already" : fmt::format("is not in the member mask 0x{:08x}", read.named);
    const std::string advice = read.ended ? "let all threads reach the shuffle, those without data with a neutral value"
                                          : "name in the mask all lanes that are read";
    return fmt::format("lane {} shuffles from lane {}, which {}: what it gets is undefined, and what the block leaves "
                       "behind depends on it; {}",
                       thread % warp_size, read.from, why, advice);
}

} // namespace

Result<MeasuredPlan::BlockEnd> MeasuredPlan::run_alone(uint32_t launch, uint64_t block, simt::ForeignValues* values,
                                                       std::span<simt::Observer* const> observers) const {
    auto device = device_before(launch);
    if (!device) return tl::unexpected(std::move(device.error()));
    BlockEnd end{std::move(*device), {}};
    simt::LaunchOptions options = options_.launch;
    options.launch_index = launch;
    options.workers = 1;
    options.blocks_done = nullptr; // the measured run has counted it
    options.only_blocks = {block};
    options.foreign_values = values;
    options.print = [&](std::string_view text) { end.printed += text; };
    const Prepared& prepared = prepared_[launch];
    const auto outcome =
        simt::launch(end.device, prepared.kernel, launches_[launch].config, prepared.parameters, observers, options);
    if (!outcome) return tl::unexpected(outcome.error());
    end.cancelled = outcome->cancelled;
    end.trap_count = outcome->trap_count;
    end.waited_in_vain = std::ranges::any_of(outcome->traps, [](const simt::Trap& trap) {
        return trap.kind == simt::TrapKind::deadlock || trap.kind == simt::TrapKind::instruction_budget;
    });
    return end;
}

bool MeasuredPlan::same_end(uint32_t launch, const BlockEnd& a, const BlockEnd& b) const {
    const std::vector<uint8_t> unchanged = only_loaded(launches_[launch]);
    const auto& allocations = a.device.memory().allocations();
    for (size_t k = 0; k < allocations.size(); ++k) {
        const uint64_t begin = allocations[k].begin;
        if (unchanged[k] == 0 &&
            std::memcmp(a.device.memory().host(begin), b.device.memory().host(begin), allocations[k].bytes) != 0)
            return false;
    }
    return a.printed == b.printed;
}

Result<std::vector<simt::Trap>> MeasuredPlan::undefined_shuffles(uint32_t index, uint64_t block) {
    const LaunchConfig& config = launches_[index].config;
    const auto threads = static_cast<uint32_t>(config.threads_per_block());
    std::vector<simt::Trap> found;
    simt::ForeignValues usual = giving_other(std::nullopt, 0, 0);
    const auto expected = run_alone(index, block, &usual);
    if (!expected) return tl::unexpected(expected.error());
    cancelled_ = expected->cancelled;
    // Whether it matters what threads [first, end) get at an instruction, or at all.
    const auto matters = [&](std::optional<uint32_t> pc, uint32_t first, uint32_t end) -> Result<bool> {
        simt::ForeignValues values = giving_other(pc, first, end);
        const auto result = run_alone(index, block, &values);
        if (!result) return tl::unexpected(result.error());
        cancelled_ = cancelled_ || result->cancelled;
        return !cancelled_ && !same_end(index, *expected, *result);
    };
    const auto any = matters(std::nullopt, 0, threads);
    if (!any) return tl::unexpected(any.error());
    std::map<uint32_t, std::vector<uint32_t>> readers; // by pc
    for (const auto& [place, read] : usual.reads) readers[place.first].push_back(place.second);
    for (auto& [pc, threads_of_pc] : readers) {
        if (!*any) break;
        std::span<const uint32_t> rest = threads_of_pc;
        auto all = matters(pc, 0, threads);
        if (!all) return tl::unexpected(all.error());
        if (!*all) continue;
        while (rest.size() > 1) {
            const auto half = rest.first(rest.size() / 2);
            const auto in_half = matters(pc, half.front(), half.back() + 1);
            if (!in_half) return tl::unexpected(in_half.error());
            rest = *in_half ? half : rest.subspan(half.size());
        }
        if (cancelled_) break;
        simt::Trap trap = make_trap(simt::TrapKind::uninitialised_read, {block, rest.front(), pc},
                                    {program_.get(), &device_->memory(), prepared_[index].kernel, config, index, 1},
                                    program_->instructions());
        const simt::ForeignRead& read = usual.reads.at({pc, rest.front()});
        trap.source = read.source;
        trap.message = text_of(read, rest.front());
        found.push_back(std::move(trap));
    }
    return found;
}

tl::expected<void, Diagnostic> MeasuredPlan::look_at_shuffles(uint32_t index,
                                                              std::span<const simt::ForeignShuffle> shuffles) {
    std::set<uint64_t> blocks;
    for (const simt::ForeignShuffle& shuffle : shuffles)
        for (const uint64_t block : {shuffle.first_block, shuffle.last_block})
            if (blocks.size() < most_blocks) blocks.insert(block);
    std::set<uint32_t> known;
    for (const uint64_t block : blocks) {
        if (cancelled_) break;
        auto found = undefined_shuffles(index, block);
        if (!found) return tl::unexpected(std::move(found.error()));
        std::erase_if(*found, [&](const simt::Trap& trap) { return !known.insert(trap.pc).second; });
        const size_t count = found->size();
        add_findings(launches_[index], std::move(*found), count);
    }
    return {};
}

} // namespace warpscope::metrics
