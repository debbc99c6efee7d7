#include "metrics/rerun/differential_shuffles.hpp"

#include <algorithm>
#include <set>
#include <tuple>
#include <utility>

#include "metrics/findings/finding_list.hpp"
#include "metrics/rerun/block_rerun.hpp"
#include "simt/message_parts.hpp"

namespace warpscope::metrics {
namespace {

constexpr size_t max_blocks = 4;

constexpr uint32_t usual_value = 0;
constexpr uint32_t other_values[] = {0x7f7fffff, 0xff7fffff, 0x80800000};

Message message_of(const simt::InactiveLaneRead& read, uint32_t thread, uint64_t threads) {
    const bool exists = thread / warp_size * warp_size + read.from < threads;
    const uint32_t lane = thread % warp_size;
    if (!exists)
        return msg("lane {} shuffles from lane {}, which has no thread in a block of {}: the value is undefined, and "
                   "the block's result depends on it; launch whole warps",
                   lane, read.from, threads);
    if (read.ended)
        return msg("lane {} shuffles from lane {}, which has returned already: the value is undefined, and the block's "
                   "result depends on it; let all threads reach the shuffle, those without data with a neutral value",
                   lane, read.from);
    return msg("lane {} shuffles from lane {}, which is not in the member mask {}: the value is undefined, and the "
               "block's result depends on it; include all lanes that are read in the mask",
               lane, read.from, simt::mask_text(read.named));
}

std::tuple<std::string, uint32_t, uint32_t> place_of(const simt::InactiveLaneRead& read) {
    return {read.source.file, read.source.line, read.source.column};
}

class ShuffleStudy {
public:
    ShuffleStudy(CheckedLaunch& launch, uint64_t block)
        : runs_(launch, block) {}

    struct Read {
        uint32_t pc = 0, thread = 0;
        simt::InactiveLaneRead read;
    };

    /// Excludes reads by instructions in `known`.
    Result<std::vector<Read>> find_reads(const std::set<uint32_t>& known) {
        simt::InactiveLaneValues usual;
        for (bool again = true; again;) {
            usual = {};
            usual.usual = usual_value;
            auto end = runs_.run(&usual, nullptr);
            if (!end) return tl::unexpected(end.error());
            again = runs_.include_others(*end);
            runs_.expect(std::move(*end));
        }
        std::map<uint32_t, std::vector<uint32_t>> readers;
        for (const auto& [place, read] : usual.reads) readers[place.first].push_back(place.second);
        std::vector<uint32_t> open;
        for (const auto& [pc, threads] : readers)
            if (!known.contains(pc)) open.push_back(pc);

        std::vector<Read> found;
        while (true) {
            const auto count = min(
                [&](size_t n) {
                    return matters({open.begin(), open.begin() + long(n)});
                },
                open.size());
            if (!count) return tl::unexpected(count.error());
            if (*count == 0) return found;
            const uint32_t pc = open[*count - 1];
            const std::vector<uint32_t>& threads = readers.at(pc);
            const auto with = min([&](size_t n) { return matters({pc}, threads[n - 1] + 1); }, threads.size());
            if (!with) return tl::unexpected(with.error());
            const uint32_t thread = threads[std::max<size_t>(*with, 1) - 1];
            found.push_back({pc, thread, usual.reads.at({pc, thread})});
            std::erase_if(open, [&](uint32_t other) {
                const uint32_t reader = readers.at(other).front();
                return other <= pc || place_of(usual.reads.at({other, reader})) == place_of(found.back().read);
            });
        }
    }

private:
    /// Returns whether the outcome changes if threads before `end` read other values at `pcs`.
    Result<bool> matters(const std::set<uint32_t>& pcs, uint32_t end = ~0u) {
        for (const uint32_t other : other_values) {
            if (runs_.canceled() || runs_.exhausted()) return false;
            simt::InactiveLaneValues values;
            values.usual = usual_value;
            values.other = other;
            values.pcs = pcs;
            values.end_thread = end;
            const auto result = runs_.run(&values, nullptr);
            if (!result) return tl::unexpected(result.error());
            if (!runs_.canceled() && !runs_.is_as_expected(*result)) return true;
        }
        return false;
    }

    template<class Enough>
    static Result<size_t> min(Enough enough, size_t max) {
        if (max == 0) return 0;
        const auto any = enough(max);
        if (!any) return tl::unexpected(any.error());
        if (!*any) return 0;
        size_t without = 0, with = max;
        while (with - without > 1) {
            const size_t middle = (with + without) / 2;
            const auto holds = enough(middle);
            if (!holds) return tl::unexpected(holds.error());
            (*holds ? with : without) = middle;
        }
        return with;
    }

    BlockRerun runs_;
};

class LaunchShuffles final : public LaunchCheck {
public:
    [[nodiscard]] tl::expected<void, Diagnostic> recheck(CheckedLaunch& launch) override {
        std::set<uint64_t> blocks;
        for (const simt::InactiveLaneShuffle& shuffle : launch.outcome().inactive_lane_shuffles)
            for (const uint64_t block : {shuffle.first_block, shuffle.last_block})
                if (blocks.size() < max_blocks) blocks.insert(block);
        const simt::LaunchContext& context = launch.context();
        std::set<uint32_t> known;
        for (const uint64_t block : blocks) {
            if (launch.canceled()) break;
            const auto found = ShuffleStudy(launch, block).find_reads(known);
            if (!found) return tl::unexpected(found.error());
            CheckFindings findings;
            for (const ShuffleStudy::Read& one : *found) {
                known.insert(one.pc);
                simt::Finding& finding = findings.findings.emplace_back(
                    make_finding(simt::FindingKind::uninitialized_read, {block, one.thread, one.pc}, context,
                                 context.program->instructions()));
                finding.source = one.read.source;
                finding.message = message_of(one.read, one.thread, context.config.threads_per_block());
            }
            findings.count = findings.findings.size();
            launch.add(std::move(findings));
        }
        return {};
    }
};

class Shuffles final : public Check {
public:
    [[nodiscard]] std::unique_ptr<LaunchCheck> begin(const simt::LaunchContext&,
                                                     const std::shared_ptr<WrittenBytes>&) override {
        return std::make_unique<LaunchShuffles>();
    }
};

} // namespace

std::unique_ptr<Check> inactive_lane_shuffle_check(const CheckedPlan& plan) {
    return plan.options.uninitialized ? std::make_unique<Shuffles>() : nullptr;
}

} // namespace warpscope::metrics
