#include "metrics/parts/part_bounds.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include "base/plan/devices.hpp"
#include "metrics/findings/finding_list.hpp"
#include "simt/lane_loop.hpp"
#include "simt/message_parts.hpp"

namespace warpscope::metrics {
namespace {

/// Requires that allocation i is the plan's buffer i.
class PartBounds final : public simt::Observer {
public:
    PartBounds(const simt::LaunchContext& launch, const ExecutionPlan& plan)
        : launch_(launch)
        , plan_(plan)
        , device_(plan.launches[launch.launch].device) {
        for (size_t i = 0; i < plan.buffers.size(); ++i) {
            const uint64_t begin = launch.memory->allocations()[i].begin;
            const ByteRange part = part_of(plan.buffers[i], device_);
            parts_.push_back({begin + part.begin, begin + part.end});
        }
    }

    [[nodiscard]] uint32_t interests() const override { return simt::wants_global; }
    [[nodiscard]] std::unique_ptr<simt::Observer> fork() override {
        return std::make_unique<PartBounds>(launch_, plan_);
    }
    void merge(simt::Observer& worker) override { findings_.merge(static_cast<PartBounds&>(worker).findings_); }

    void on_memory(const simt::MemoryEvent& event) override {
        if (event.allocation < parts_.size() && event.lowest >= parts_[event.allocation].begin &&
            event.highest + event.bytes <= parts_[event.allocation].end)
            return;
        simt::for_each_lane(event.mask, [&](uint32_t lane) { check_lane(event, lane); });
    }

    [[nodiscard]] FindingLog& findings() { return findings_; }

private:
    void check_lane(const simt::MemoryEvent& event, uint32_t lane) {
        const uint64_t address = event.address[lane];
        const uint32_t buffer =
            event.allocation != ~0u ? event.allocation : launch_.memory->find(address).value_or(~0u);
        if (buffer >= parts_.size()) return; // a module variable: each device has a copy
        if (address >= parts_[buffer].begin && address + event.bytes <= parts_[buffer].end) return;
        if (!findings_.is_new(simt::FindingKind::out_of_bounds, event.pc, event.warp->block)) return;
        const ThreadPlace place{event.warp->block, event.warp->first_thread() + lane, event.pc};
        simt::Finding finding =
            make_finding(simt::FindingKind::out_of_bounds, place, launch_, launch_.program->instructions());
        finding.source = simt::user_place(*event.warp, event.pc);
        finding.space = ptx::Space::global;
        finding.address = address;
        finding.bytes = event.bytes;
        finding.message =
            msg("{} is in the part of {} that device {} holds, and the kernel runs on device {}: copy what it needs to "
                "its own part first",
                simt::access_message(event.kind, event.bytes, address),
                warpscope::quoted(plan_.buffers[buffer].layout.name), holder(buffer, address), device_);
        findings_.keep(std::move(finding));
    }

    [[nodiscard]] uint32_t holder(uint32_t buffer, uint64_t address) const {
        const uint64_t offset = address - launch_.memory->allocations()[buffer].begin;
        const uint64_t part = plan_.buffers[buffer].part_bytes;
        return part == 0 ? 0 : static_cast<uint32_t>(offset / part);
    }

    simt::LaunchContext launch_;
    const ExecutionPlan& plan_;
    uint32_t device_;
    std::vector<ByteRange> parts_; // addresses, by buffer
    FindingLog findings_;
};

class LaunchParts final : public LaunchCheck {
public:
    LaunchParts(const simt::LaunchContext& launch, const ExecutionPlan& plan)
        : bounds_(launch, plan) {}

    [[nodiscard]] simt::Observer* observer() override { return &bounds_; }
    [[nodiscard]] CheckFindings take_findings(CheckedLaunch&) override {
        const uint64_t count = bounds_.findings().count();
        return {bounds_.findings().take(), count};
    }

private:
    PartBounds bounds_;
};

class Parts final : public Check {
public:
    explicit Parts(const ExecutionPlan& plan)
        : plan_(plan) {}

    [[nodiscard]] std::unique_ptr<LaunchCheck> begin(const simt::LaunchContext& launch,
                                                     const std::shared_ptr<WrittenBytes>&) override {
        return std::make_unique<LaunchParts>(launch, plan_);
    }

private:
    const ExecutionPlan& plan_;
};

} // namespace

std::unique_ptr<Check> part_bounds_check(const CheckedPlan& plan) {
    const bool divided = plan.plan != nullptr && plan.plan->devices > 1 &&
                         std::ranges::any_of(plan.plan->buffers, [](const auto& one) { return one.part_bytes != 0; });
    return divided ? std::make_unique<Parts>(*plan.plan) : nullptr;
}

} // namespace warpscope::metrics
