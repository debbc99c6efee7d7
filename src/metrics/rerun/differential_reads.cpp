// Reruns blocks with different values for unwritten memory, see src/metrics/README.md.
#include "metrics/rerun/differential_reads.hpp"

#include <algorithm>
#include <array>
#include <iterator>
#include <utility>

#include "metrics/findings/finding_list.hpp"
#include "metrics/rerun/block_rerun.hpp"
#include "metrics/rerun/read_taint.hpp"
#include "metrics/uninitialized/uninitialized_check.hpp"

namespace warpscope::metrics {
namespace {

/// Values of unwritten memory in the first run (`usual_word`) and in the compared runs: one large in any type, one
/// negative or NaN.
constexpr uint32_t usual_word = 0;
constexpr std::array<uint32_t, 2> other_words{0x7f7fffff, 0xffffffff};
constexpr size_t max_constants = 8;

/// Gives reads of unwritten memory a chosen value while a block is rerun. Requires one worker.
class Giver final : public simt::Observer {
public:
    Giver(const simt::LaunchContext& launch, std::shared_ptr<LazyValueUses> uses, GivenValue value)
        // Does not check global memory, because writes of other blocks are unknown.
        : check_(
              launch, launch.program->instructions(),
              std::make_shared<WrittenBytes>(launch.memory->allocations(), std::span<const WrittenBytes::Undefined>{}),
              std::move(uses))
        , certain_(*launch.program, false)
        , perhaps_(*launch.program, true) {
        check_.give(std::move(value));
    }

    [[nodiscard]] uint32_t interests() const override {
        return simt::wants_global | simt::wants_shared | simt::wants_local | simt::wants_blocks | simt::wants_steps |
               simt::wants_shuffles;
    }
    [[nodiscard]] std::unique_ptr<simt::Observer> fork() override {
        auto copy = std::make_unique<Giver>(*this);
        copy->check_ = check_.fork();
        return copy;
    }
    void on_block_begin(uint64_t, const Dim3&) override { check_.begin_block(); }
    void on_block_leave(uint64_t block) override { check_.leave_block(block); }
    void on_block_return(uint64_t block) override { check_.return_to_block(block); }
    void on_memory(const simt::MemoryEvent& event) override {
        if (event.mask == 0) return;
        check_.check(event);
        const auto [whole, parts] = check_.take_given_lanes();
        if ((whole | parts) == 0) return;
        given_.insert(event.pc);
        // Code that uses a partly unset register need not depend on the unset part, so its use is uncertain.
        if (whole != 0) certain_.load(event.warp->warp, event.pc, whole);
        perhaps_.load(event.warp->warp, event.pc, whole | parts);
    }
    void on_stack_taken(const simt::StackEvent& event) override { check_.stack_taken(event); }
    void on_shuffle(const simt::ShuffleEvent& event) override {
        certain_.shuffle(event);
        perhaps_.shuffle(event);
    }
    void on_step(const simt::StepEvent& event) override {
        certain_.step(event);
        perhaps_.step(event);
    }
    void merge(simt::Observer& worker) override {
        auto& other = static_cast<Giver&>(worker);
        given_.merge(other.given_);
        used_.merge(std::set(other.certain_.used()));
        constants_.merge(std::set(other.perhaps_.compared_with()));
        undefined_in_global_ = other.check_.undefined_in_global();
    }
    [[nodiscard]] const std::set<uint64_t>& undefined_in_global() const { return undefined_in_global_; }
    [[nodiscard]] bool has_given(uint32_t pc) const { return given_.contains(pc); }
    [[nodiscard]] bool is_used(uint32_t pc) const { return used_.contains(pc); }
    [[nodiscard]] std::vector<uint32_t> words_to_try() const {
        std::vector<uint32_t> words(other_words.begin(), other_words.end());
        for (const uint32_t constant : constants_)
            if (constant != usual_word && words.size() < other_words.size() + max_constants) words.push_back(constant);
        return words;
    }

private:
    UninitializedCheck check_;
    ReadTaint certain_, perhaps_;
    std::set<uint32_t> given_;
    std::set<uint32_t> used_, constants_; // set by merge()
    std::set<uint64_t> undefined_in_global_;
};

/// Returns the reads that matter. `whole`: no byte of the reads was written; undecided reads then matter.
Result<std::set<uint32_t>> reads_that_matter(CheckedLaunch& launch, const std::shared_ptr<LazyValueUses>& uses,
                                             uint64_t block, const std::set<uint32_t>& pcs, bool whole) {
    const simt::LaunchContext& context = launch.context();
    BlockRerun runs(launch, block);
    std::set<uint32_t> matter;
    std::set<uint64_t> undefined;
    std::vector<uint32_t> words;
    for (bool again = true; again;) {
        Giver giver(context, uses, {usual_word, pcs});
        auto end = runs.run(nullptr, &giver);
        if (!end) return tl::unexpected(end.error());
        again = runs.include_others(*end);
        words = giver.words_to_try();
        undefined = giver.undefined_in_global();
        matter.clear();
        for (const uint32_t pc : pcs)
            if (whole && (end->deadlocked || !giver.has_given(pc) || giver.is_used(pc))) matter.insert(pc);
        runs.expect(std::move(*end));
    }
    const auto changes = [&](const std::set<uint32_t>& given) -> Result<bool> {
        for (const uint32_t word : words) {
            if (runs.canceled()) break;
            if (runs.exhausted()) return whole; // undecided
            Giver giver(context, uses, {word, given});
            const auto end = runs.run(nullptr, &giver);
            if (!end) return tl::unexpected(end.error());
            std::set<uint64_t> in_both;
            std::ranges::set_intersection(undefined, giver.undefined_in_global(),
                                          std::inserter(in_both, in_both.end()));
            if (!runs.canceled() && !runs.is_as_expected(*end, in_both)) return true;
        }
        return false;
    };
    if (matter.size() == pcs.size()) return matter;
    const auto any = changes(pcs);
    if (!any) return tl::unexpected(any.error());
    std::set<uint32_t> alone;
    for (const uint32_t pc : pcs) {
        if (!*any || matter.contains(pc)) continue;
        const auto one = changes({pc});
        if (!one) return tl::unexpected(one.error());
        if (*one) alone.insert(pc);
    }
    if (*any && alone.empty()) return pcs; // reads matter only in combination
    matter.merge(alone);
    return matter;
}

class LaunchReads final : public LaunchCheck {
public:
    LaunchReads(const simt::LaunchContext& launch, const std::shared_ptr<WrittenBytes>& written,
                std::shared_ptr<LazyValueUses> uses)
        : uses_(std::move(uses))
        , check_(launch, launch.program->instructions(), written, uses_) {}

    [[nodiscard]] InlineCheck* inline_check() override { return &check_; }
    [[nodiscard]] CheckFindings take_findings(CheckedLaunch&) override {
        const uint64_t count = check_.findings().count();
        return {check_.findings().take(), count};
    }
    [[nodiscard]] tl::expected<void, Diagnostic> recheck(CheckedLaunch& launch) override {
        const SuspectReads& suspect = check_.suspect();
        std::map<std::pair<bool, uint64_t>, std::set<uint32_t>> pcs_of; // key: partly written, block
        for (const auto& [pc, read] : suspect.by_pc())
            for (const uint64_t block : read.blocks) pcs_of[{!read.whole, block}].insert(pc);
        std::set<uint32_t> matter;
        for (auto& [place, pcs] : pcs_of) {
            std::erase_if(pcs, [&](uint32_t pc) { return matter.contains(pc); });
            if (pcs.empty() || launch.canceled()) continue;
            auto found = reads_that_matter(launch, uses_, place.second, pcs, !place.first);
            if (!found) return tl::unexpected(std::move(found.error()));
            matter.merge(*found);
        }
        for (const uint32_t pc : matter) {
            const SuspectReads::Read& read = suspect.by_pc().at(pc);
            launch.add({{read.finding}, read.count});
        }
        return {};
    }

private:
    std::shared_ptr<LazyValueUses> uses_;
    UninitializedCheck check_;
};

class Reads final : public Check {
public:
    explicit Reads(std::shared_ptr<const simt::Program> program)
        : program_(std::move(program))
        , uses_(std::make_shared<LazyValueUses>(program_.get())) {}

    [[nodiscard]] bool needs_written_bytes() const override { return true; }
    [[nodiscard]] std::unique_ptr<LaunchCheck> begin(const simt::LaunchContext& launch,
                                                     const std::shared_ptr<WrittenBytes>& written) override {
        return std::make_unique<LaunchReads>(launch, written, uses_);
    }

private:
    std::shared_ptr<const simt::Program> program_;
    std::shared_ptr<LazyValueUses> uses_;
};

} // namespace

std::unique_ptr<Check> uninitialized_read_check(const CheckedPlan& plan) {
    return plan.options.uninitialized ? std::make_unique<Reads>(plan.program) : nullptr;
}

} // namespace warpscope::metrics
