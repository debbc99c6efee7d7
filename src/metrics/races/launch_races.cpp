#include "metrics/races/launch_races.hpp"

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "metrics/races/race_check.hpp"

namespace warpscope::metrics {
namespace {

constexpr uint32_t race_handovers = 64;

constexpr uint64_t max_instructions_of_all_blocks = 200'000, share_of_some_blocks = 40,
                   min_instructions_of_some_blocks = 10'000;

class LaunchRaces final : public LaunchCheck {
public:
    /// `screens`: whether the measured run can prove that global memory has no races.
    LaunchRaces(const simt::LaunchContext& launch, std::shared_ptr<const SyncInstructions> facts, bool screens)
        : facts_(std::move(facts))
        , screens_(screens) {
        const bool has_shared =
            launch.program->resources(launch.kernel).shared_bytes != 0 || launch.config.dynamic_shared_bytes != 0;
        if (screens && has_shared)
            of_shared_.emplace(RaceSetup{launch, launch.program->instructions(), facts_, {}, true});
    }

    [[nodiscard]] simt::Observer* observer() override { return of_shared_ ? &*of_shared_ : nullptr; }

    [[nodiscard]] CheckFindings take_findings(CheckedLaunch& launch) override {
        known_ = screens_ && !launch.global_is_shared();
        if (!known_ || !of_shared_) return {};
        const uint64_t count = of_shared_->findings().count();
        return {of_shared_->findings().take(), count};
    }

    [[nodiscard]] tl::expected<void, Diagnostic> recheck(CheckedLaunch& launch) override {
        if (known_) return {};
        simt::LaunchOptions options = launch.options();
        options.handovers = race_handovers;
        auto found = check_launch(launch, options);
        if (!found) return tl::unexpected(found.error());
        if (*found || !may_differ_in_another_order(launch)) return {};
        options.second_order = true;
        if (!choose_blocks(launch, options)) return {};
        for (const bool keeps_direction : {false, true}) {
            // Runs the blocks backward, then forward: a grid barrier that counts one block too few fails only if the
            // missing block comes last.
            options.keeps_direction = keeps_direction;
            found = check_launch(launch, options);
            if (!found) return tl::unexpected(found.error());
            if (*found || launch.canceled() || !facts_->counts_in_global || launch.context().config.blocks() == 1)
                break;
        }
        return {};
    }

private:
    /// Returns whether the launch has findings.
    [[nodiscard]] Result<bool> check_launch(CheckedLaunch& launch, const simt::LaunchOptions& options) {
        auto device = launch.device_before();
        if (!device) return tl::unexpected(std::move(device.error()));
        simt::LaunchContext context = launch.context();
        context.memory = &device->memory();
        RaceCheck races({context, context.program->instructions(), facts_, launch.only_loaded(), false,
                         facts_->frees ? device->heap_allocation() : std::nullopt});
        simt::Observer* const observers[] = {&races};
        auto outcome = launch.run(*device, observers, options);
        if (!outcome) return tl::unexpected(outcome.error());
        blocks_at_a_time_ = outcome->blocks_at_a_time;
        CheckFindings all{races.findings().take(), races.findings().count()};
        if (options.second_order) add_faults(std::move(outcome->findings), options, all);
        const bool any = all.count != 0 || launch.has_findings();
        launch.add(std::move(all));
        return any;
    }

    static void add_faults(std::vector<simt::Finding> faults, const simt::LaunchOptions& options, CheckFindings& all) {
        using Kind = simt::FindingKind;
        // Does not report exceeded budgets, because switching between blocks takes instructions.
        const bool cut_off = std::ranges::count(faults, Kind::instruction_budget, &simt::Finding::kind) != 0;
        for (simt::Finding& fault : faults) {
            if (fault.kind == Kind::instruction_budget) continue;
            if (fault.kind == Kind::deadlock && (cut_off || options.only_blocks))
                continue; // perhaps because some blocks were not run
            fault.message =
                options.keeps_direction
                    ? msg("{} (where each block goes as far as it can before the next one begins)", fault.message)
                    : msg("{} (where blocks and warps run in the opposite order)", fault.message);
            all.findings.push_back(std::move(fault));
            ++all.count;
        }
    }

    [[nodiscard]] static bool may_differ_in_another_order(const CheckedLaunch& launch) {
        return launch.context().program->threads_can_wait() && launch.context().config.warps() > 1;
    }

    /// Selects all blocks if that is cheap, otherwise blocks at both ends of the grid, as many as are cheap and fit on
    /// the device.
    [[nodiscard]] bool choose_blocks(const CheckedLaunch& launch, simt::LaunchOptions& options) const {
        const simt::LaunchContext& context = launch.context();
        const uint64_t blocks = context.config.blocks();
        const simt::LaunchOutcome& measured = launch.outcome();
        const uint64_t at_work =
            measured.warp_instructions - std::min(measured.warp_instructions, measured.waiting_instructions);
        uint64_t some = std::min(blocks, blocks_at_a_time_);
        if (at_work > max_instructions_of_all_blocks) {
            const uint64_t instructions = std::clamp(at_work / share_of_some_blocks, min_instructions_of_some_blocks,
                                                     max_instructions_of_all_blocks);
            some = std::min(some, blocks * instructions / at_work);
        }
        if (some == blocks) return true;
        if (some < 2 || context.config.cooperative) return false;
        options.only_blocks.emplace();
        for (uint64_t k = 0; k < some; ++k) options.only_blocks->push_back(k < (some + 1) / 2 ? k : blocks - some + k);
        return true;
    }

    std::shared_ptr<const SyncInstructions> facts_;
    bool screens_;
    std::optional<RaceCheck> of_shared_; // observes the measured run
    bool known_ = false;                 // whether no further run is necessary
    uint64_t blocks_at_a_time_ = 0;      // resident blocks in the last run
};

class Races final : public Check {
public:
    explicit Races(const CheckedPlan& plan)
        : facts_(std::make_shared<const SyncInstructions>(sync_instructions(*plan.program)))
        , screens_(plan.options.maps && !facts_->synchronizes && facts_->only_plain_and_atomic && !facts_->frees) {}

    [[nodiscard]] std::unique_ptr<LaunchCheck> begin(const simt::LaunchContext& launch,
                                                     const std::shared_ptr<WrittenBytes>&) override {
        return std::make_unique<LaunchRaces>(launch, facts_, screens_);
    }

private:
    std::shared_ptr<const SyncInstructions> facts_;
    bool screens_;
};

} // namespace

std::unique_ptr<Check> race_check(const CheckedPlan& plan) {
    return plan.options.races ? std::make_unique<Races>(plan) : nullptr;
}

} // namespace warpscope::metrics
