#include "metrics/races/launch_races.hpp"

#include <optional>

#include "metrics/races/race_check.hpp"

namespace warpscope::metrics {
namespace {

/// Enough for handshakes to go to and fro a few times, and so few blocks kept waiting that it costs next to nothing.
constexpr uint32_t race_handovers = 64;

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
        auto device = launch.device_before();
        if (!device) return tl::unexpected(std::move(device.error()));
        simt::LaunchOptions options = launch.options();
        options.handovers = race_handovers;
        simt::LaunchContext context = launch.context();
        context.memory = &device->memory();
        RaceCheck races({context, context.program->instructions(), facts_, launch.only_loaded(), false,
                         facts_->frees ? device->heap_allocation() : std::nullopt});
        simt::Observer* const observers[] = {&races};
        const auto outcome = launch.run(*device, observers, options);
        if (!outcome) return tl::unexpected(outcome.error());
        const uint64_t count = races.findings().count();
        launch.add({races.findings().take(), count});
        return {};
    }

private:
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
