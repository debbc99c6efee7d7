#pragma once

#include <algorithm>

#include "metrics/run/launch_observer.hpp"
#include "metrics/run/measured_plan.hpp"

namespace warpscope::metrics {

class MeasuredPlan::LaunchUnderCheck final : public CheckedLaunch {
public:
    LaunchUnderCheck(MeasuredPlan& plan, uint32_t index, LaunchObserver& observer, const simt::LaunchOutcome& outcome)
        : plan_(plan)
        , index_(index)
        , observer_(observer)
        , outcome_(outcome)
        , context_{plan.program_.get(),
                   &plan.device_->memory(),
                   plan.prepared_[index].kernel,
                   plan.launches_[index].config,
                   index,
                   1} {}

    [[nodiscard]] const simt::LaunchContext& context() const override { return context_; }
    [[nodiscard]] const simt::LaunchOutcome& outcome() const override { return outcome_; }
    [[nodiscard]] bool global_is_shared() override { return observer_.global_is_shared(); }
    [[nodiscard]] std::vector<uint8_t> only_loaded() const override {
        return plan_.only_loaded(plan_.launches_[index_]);
    }
    [[nodiscard]] bool canceled() const override { return plan_.canceled_; }

    [[nodiscard]] Result<simt::Device> device_before() const override { return plan_.device_before(index_); }
    [[nodiscard]] simt::LaunchOptions options() const override {
        simt::LaunchOptions options = plan_.options_.launch;
        options.launch_index = index_;
        options.workers = 1;
        options.blocks_done = nullptr;
        options.print = nullptr; // the measured run already printed
        return options;
    }
    [[nodiscard]] Result<simt::LaunchOutcome> run(simt::Device& device, std::span<simt::Observer* const> observers,
                                                  const simt::LaunchOptions& options) override {
        const Prepared& prepared = plan_.prepared_[index_];
        auto outcome = simt::launch(device, prepared.kernel, context_.config, prepared.parameters, observers, options);
        if (outcome) plan_.canceled_ = plan_.canceled_ || outcome->canceled;
        return outcome;
    }
    void spend(uint64_t warp_instructions) override {
        constexpr uint64_t bytes_per_unit = 16; // copied and compared bytes that count as one instruction
        plan_.cost_of_reruns_ += warp_instructions + plan_.device_bytes_ / bytes_per_unit;
    }
    [[nodiscard]] bool exhausted() const override {
        constexpr uint64_t min_allowance = 300'000'000; // warp instructions
        uint64_t measured = 0;
        for (const LaunchMeasurement& launch : plan_.launches_) measured += launch.warp_instructions;
        return plan_.cost_of_reruns_ > std::max(min_allowance, 2 * measured);
    }
    [[nodiscard]] bool has_findings() const override { return plan_.launches_[index_].finding_count != 0; }
    void add(CheckFindings more) override {
        plan_.add_findings(plan_.launches_[index_], std::move(more.findings), more.count);
    }

private:
    MeasuredPlan& plan_;
    uint32_t index_;
    LaunchObserver& observer_;
    const simt::LaunchOutcome& outcome_;
    const simt::LaunchContext context_;
};

} // namespace warpscope::metrics
