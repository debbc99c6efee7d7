#include "metrics/races/launch_races.hpp"

#include <optional>
#include <utility>
#include <vector>

#include "metrics/races/race_check.hpp"

namespace warpscope::metrics {
namespace {

/// Enough for handshakes to go to and fro a few times, and so few blocks kept waiting that it costs next to nothing.
constexpr uint32_t race_handovers = 64;

/// A launch of no more than that is looked at in further orders, provided that all its blocks find room (which the
/// executor sees to): that some wait for others which have not begun is no fault of theirs.
constexpr uint64_t most_instructions_in_further_orders = 200'000;

class LaunchRaces final : public LaunchCheck {
public:
    /// `screens`: the launch may be shown to have no races in global memory while it is measured.
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

    [[nodiscard]] tl::expected<void, Diagnostic> look_again(CheckedLaunch& launch) override {
        if (known_) return {};
        simt::LaunchOptions options = launch.options();
        options.handovers = race_handovers;
        auto found = look(launch, options);
        if (!found) return tl::unexpected(found.error());
        if (*found || !may_differ_in_another_order(launch)) return {};
        options.second_order = true;
        for (const bool keeps_direction : {false, true}) {
            // Where arrivals are counted, the block that comes last is the one that others may have forgotten to wait
            // for: each end has its turn.
            options.keeps_direction = keeps_direction;
            found = look(launch, options);
            if (!found) return tl::unexpected(found.error());
            if (*found || launch.cancelled() || !facts_->counts_in_global || launch.context().config.blocks() == 1)
                break;
        }
        return {};
    }

private:
    /// Runs the launch and adds what is found. Returns whether that is anything.
    [[nodiscard]] Result<bool> look(CheckedLaunch& launch, const simt::LaunchOptions& options) {
        auto device = launch.device_before();
        if (!device) return tl::unexpected(std::move(device.error()));
        simt::LaunchContext context = launch.context();
        context.memory = &device->memory();
        RaceCheck races({context, context.program->instructions(), facts_, launch.only_loaded(), false,
                         facts_->frees ? device->heap_allocation() : std::nullopt});
        simt::Observer* const observers[] = {&races};
        auto outcome = launch.run(*device, observers, options);
        if (!outcome) return tl::unexpected(outcome.error());
        CheckFindings all{races.findings().take(), races.findings().count()};
        if (options.second_order) add_faults(std::move(outcome->findings), options, all);
        const bool any = all.count != 0 || launch.has_findings();
        launch.add(std::move(all));
        return any;
    }

    /// What the emulator has found in a run in another order.
    static void add_faults(std::vector<simt::Finding> faults, const simt::LaunchOptions& options, CheckFindings& all) {
        for (simt::Finding& fault : faults) {
            if (fault.kind == simt::FindingKind::instruction_budget) continue; // handing over takes instructions, too
            fault.message += options.keeps_direction
                                 ? " (where each block goes as far as it can before the next one begins)"
                                 : " (where blocks and warps run in the opposite order)";
            all.findings.push_back(std::move(fault));
            ++all.count;
        }
    }

    /// Returns true if the launch is small enough to be run again at little cost, and who is faster may decide what its
    /// threads do.
    [[nodiscard]] static bool may_differ_in_another_order(const CheckedLaunch& launch) {
        const simt::LaunchContext& context = launch.context();
        return context.program->threads_can_wait() && context.config.warps() > 1 &&
               launch.outcome().warp_instructions <= most_instructions_in_further_orders;
    }

    std::shared_ptr<const SyncInstructions> facts_;
    bool screens_;
    std::optional<RaceCheck> of_shared_;
    bool known_ = false; // no further run is needed
};

class Races final : public Check {
public:
    explicit Races(const CheckedPlan& plan)
        : facts_(std::make_shared<const SyncInstructions>(sync_instructions(*plan.program)))
        , screens_(plan.options.maps && !facts_->synchronises && facts_->only_plain_and_atomic && !facts_->frees) {}

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
