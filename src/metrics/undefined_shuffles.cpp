// Shuffles that read lanes which take no part, judged by what comes of it: a block runs again several times, such lanes
// giving one value and then others. Where that changes what is left in memory or printed, the value mattered.
#include <algorithm>
#include <cstring>
#include <fmt/format.h>
#include <set>
#include <tuple>
#include <utility>

#include "metrics/findings.hpp"
#include "metrics/measured.hpp"

namespace warpscope::metrics {
namespace {

constexpr size_t most_blocks = 4; // looked at of a launch

/// A sum, a minimum, a maximum, a comparison and a test of a bit each tell one of the others from this one, as integers
/// of either kind and as floats.
constexpr uint32_t usual_value = 0;
constexpr uint32_t other_values[] = {0x7f7fffff, 0xff7fffff, 0x80800000};

/// What looking may cost in all launches of a plan, in warp instructions; the copy and comparison of so many bytes of
/// memory counts as one. About a second.
constexpr uint64_t least_allowance = 300'000'000;
constexpr uint64_t bytes_per_unit = 16;

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

/// Looks at one block of a launch.
class MeasuredPlan::ShuffleStudy {
public:
    ShuffleStudy(MeasuredPlan& plan, uint32_t launch, uint64_t block)
        : plan_(plan)
        , launch_(launch)
        , block_(block) {}

    /// Findings at those of the instructions whose results matter; at one of those that a line was made into.
    Result<std::vector<simt::Trap>> look(const std::set<uint32_t>& except) {
        simt::ForeignValues usual;
        auto end = run(usual);
        if (!end) return tl::unexpected(end.error());
        expected_ = std::move(*end);
        // Values that somebody counts on may keep the block from ending: that matters as well.
        budget_ = std::min(budget_, 4 * expected_->instructions + 1000);
        std::map<uint32_t, std::vector<uint32_t>> readers; // threads by pc
        for (const auto& [place, read] : usual.reads) readers[place.first].push_back(place.second);
        std::vector<uint32_t> open; // pcs
        for (const auto& [pc, threads] : readers)
            if (!except.contains(pc)) open.push_back(pc);

        std::vector<simt::Trap> found;
        while (auto pc = first_that_matters(open)) {
            if (!*pc) return tl::unexpected(pc->error());
            const std::vector<uint32_t>& threads = readers.at(**pc);
            auto thread = first_reader(**pc, threads);
            if (!thread) return tl::unexpected(thread.error());
            const simt::ForeignRead& read = usual.reads.at({**pc, *thread});
            found.push_back(finding(**pc, *thread, read));
            const auto alike = [&, line = place_of(read)](uint32_t other) {
                return other <= **pc || place_of(usual.reads.at({other, readers.at(other).front()})) == line;
            };
            std::erase_if(open, alike);
        }
        return found;
    }

private:
    struct End {
        simt::Device device;
        std::string printed;
        uint64_t instructions = 0;
        bool endless = false;
    };

    static std::tuple<std::string, uint32_t, uint32_t> place_of(const simt::ForeignRead& read) {
        return {read.source.file, read.source.line, read.source.column};
    }

    Result<End> run(simt::ForeignValues& values) {
        values.block = block_;
        values.usual = usual_value;
        auto device = plan_.device_before(launch_);
        if (!device) return tl::unexpected(std::move(device.error()));
        End end{std::move(*device), {}};
        simt::LaunchOptions options = plan_.options_.launch;
        options.launch_index = launch_;
        options.workers = 1;
        options.blocks_done = nullptr; // the measured run has counted it
        options.budget_per_warp = std::min(budget_, options.budget_per_warp);
        if (alone_) options.only_blocks = {block_};
        options.foreign_values = &values;
        options.print = [&](std::string_view text) { end.printed += text; };
        const Prepared& prepared = plan_.prepared_[launch_];
        const auto outcome = simt::launch(end.device, prepared.kernel, plan_.launches_[launch_].config,
                                          prepared.parameters, {}, options);
        if (!outcome) return tl::unexpected(outcome.error());
        plan_.cancelled_ = plan_.cancelled_ || outcome->cancelled;
        plan_.shuffle_cost_ += outcome->warp_instructions + plan_.device_bytes_ / bytes_per_unit;
        if (alone_ && !expected_ && plan_.waits_for_others(launch_, *outcome)) {
            alone_ = false;
            values.reads.clear();
            return run(values);
        }
        end.instructions = outcome->warp_instructions;
        end.endless = std::ranges::any_of(
            outcome->traps, [](const simt::Trap& trap) { return trap.kind == simt::TrapKind::instruction_budget; });
        return end;
    }

    [[nodiscard]] bool same_end(const End& a, const End& b) const {
        if (a.endless != b.endless || a.printed != b.printed) return false;
        const std::vector<uint8_t> unchanged = plan_.only_loaded(plan_.launches_[launch_]);
        const auto& allocations = a.device.memory().allocations();
        for (size_t k = 0; k < allocations.size(); ++k) {
            const uint64_t begin = allocations[k].begin;
            if (unchanged[k] == 0 &&
                std::memcmp(a.device.memory().host(begin), b.device.memory().host(begin), allocations[k].bytes) != 0)
                return false;
        }
        return true;
    }

    /// Whether it matters what threads from `first` to `end` get at the instructions `pcs`.
    Result<bool> matters(std::set<uint32_t> pcs, uint32_t first = 0, uint32_t end = ~0u) {
        for (const uint32_t other : other_values) {
            if (plan_.cancelled_ || plan_.shuffle_cost_ > plan_.shuffle_allowance()) return false;
            simt::ForeignValues values{{}, {}, other, pcs, first, end, {}};
            const auto result = run(values);
            if (!result) return tl::unexpected(result.error());
            if (!plan_.cancelled_ && !same_end(*expected_, *result)) return true;
        }
        return false;
    }

    /// The first of `pcs` with which, and with those before it, the value matters; none where it does not.
    std::optional<Result<uint32_t>> first_that_matters(std::span<const uint32_t> pcs) {
        const auto until = [&](size_t count) { return matters({pcs.begin(), pcs.begin() + static_cast<long>(count)}); };
        if (pcs.empty()) return std::nullopt;
        const auto any = until(pcs.size());
        if (!any) return tl::unexpected(any.error());
        if (!*any) return std::nullopt;
        size_t without = 0, with = pcs.size();
        while (with - without > 1) {
            const size_t middle = (with + without) / 2;
            const auto enough = until(middle);
            if (!enough) return tl::unexpected(enough.error());
            (*enough ? with : without) = middle;
        }
        return pcs[with - 1];
    }

    Result<uint32_t> first_reader(uint32_t pc, std::span<const uint32_t> threads) {
        size_t without = 0, with = threads.size();
        while (with - without > 1) {
            const size_t middle = (with + without) / 2;
            const auto enough = matters({pc}, 0, threads[middle - 1] + 1);
            if (!enough) return tl::unexpected(enough.error());
            (*enough ? with : without) = middle;
        }
        return threads[with - 1];
    }

    [[nodiscard]] simt::Trap finding(uint32_t pc, uint32_t thread, const simt::ForeignRead& read) const {
        const simt::Program& program = *plan_.program_;
        simt::Trap trap = make_trap(simt::TrapKind::uninitialised_read, {block_, thread, pc},
                                    {&program, &plan_.device_->memory(), plan_.prepared_[launch_].kernel,
                                     plan_.launches_[launch_].config, launch_, 1},
                                    program.instructions());
        trap.source = read.source;
        trap.message = text_of(read, thread);
        return trap;
    }

    MeasuredPlan& plan_;
    uint32_t launch_;
    uint64_t block_;
    bool alone_ = true;
    uint64_t budget_ = ~uint64_t{0};
    std::optional<End> expected_; // with the usual value everywhere
};

uint64_t MeasuredPlan::shuffle_allowance() const {
    uint64_t measured = 0;
    for (const LaunchMeasurement& launch : launches_) measured += launch.warp_instructions;
    return std::max(least_allowance, 2 * measured);
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
        auto found = ShuffleStudy(*this, index, block).look(known);
        if (!found) return tl::unexpected(std::move(found.error()));
        for (const simt::Trap& trap : *found) known.insert(trap.pc);
        const size_t count = found->size();
        add_findings(launches_[index], std::move(*found), count);
    }
    return {};
}

} // namespace warpscope::metrics
