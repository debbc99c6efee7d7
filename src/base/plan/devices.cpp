#include "base/plan/devices.hpp"

#include <algorithm>
#include <fmt/format.h>

namespace warpscope {
namespace {

void add_once(std::vector<uint32_t>& after, std::optional<uint32_t> step) {
    if (step && std::ranges::find(after, *step) == after.end()) after.push_back(*step);
}

bool conflict(const PlannedCopy& a, const PlannedCopy& b) {
    const auto overlap = [&](const PlannedCopy::End& x, const PlannedCopy::End& y) {
        return x.buffer == y.buffer && x.offset < y.offset + b.bytes && y.offset < x.offset + a.bytes;
    };
    return overlap(a.to, b.from) || overlap(a.from, b.to) || overlap(a.to, b.to);
}

std::optional<Message> copy_error(const ExecutionPlan& plan, const PlannedCopy& copy) {
    if (copy.before > plan.launches.size()) return msg("A copy is planned before a launch that does not exist.");
    for (const PlannedCopy::End& end : {copy.from, copy.to}) {
        if (end.buffer >= plan.buffers.size() || end.device >= plan.devices)
            return msg("A copy names a buffer or a device that does not exist.");
        const PlannedBuffer& buffer = plan.buffers[end.buffer];
        const ByteRange part = part_of(buffer, end.device);
        if (end.offset < part.begin || end.offset > part.end || copy.bytes > part.end - end.offset)
            return msg("A copy of {} bytes does not fit into part {} of '{}'.", copy.bytes, end.device,
                       buffer.layout.name);
    }
    return std::nullopt;
}

} // namespace

ByteRange part_of(const PlannedBuffer& buffer, uint32_t device) {
    const uint64_t all = buffer.layout.bytes();
    if (buffer.part_bytes == 0) return device == 0 ? ByteRange{0, all} : ByteRange{};
    const uint64_t begin = std::min(all, device * buffer.part_bytes);
    return {begin, std::min(all, begin + buffer.part_bytes)};
}

std::vector<Step> steps_of(const ExecutionPlan& plan, Streams streams) {
    std::vector<Step> steps;
    std::vector<uint32_t> step_of_copy(plan.copies.size());
    std::vector<std::optional<uint32_t>> last_launch(plan.devices), last_copy(plan.devices);
    size_t copy = 0;
    for (uint32_t launch = 0; launch <= plan.launches.size(); ++launch) {
        for (; copy < plan.copies.size() && plan.copies[copy].before <= launch; ++copy) {
            const PlannedCopy& planned = plan.copies[copy];
            Step step{Step::Kind::copy, static_cast<uint32_t>(copy), planned.to.device, {}};
            add_once(step.after, last_copy[planned.to.device]);
            add_once(step.after, last_launch[planned.from.device]);
            add_once(step.after, last_launch[planned.to.device]);
            // Copies before earlier launches cannot conflict, because those launches have waited for them.
            for (size_t other = copy; other-- > 0 && plan.copies[other].before == planned.before;)
                if (conflict(plan.copies[other], planned)) add_once(step.after, step_of_copy[other]);
            step_of_copy[copy] = static_cast<uint32_t>(steps.size());
            last_copy[planned.to.device] = step_of_copy[copy];
            if (streams == Streams::one) last_launch[planned.to.device] = step_of_copy[copy];
            steps.push_back(std::move(step));
        }
        if (launch == plan.launches.size()) break;
        const PlannedLaunch& planned = plan.launches[launch];
        Step step{Step::Kind::launch, launch, planned.device, {}};
        add_once(step.after, last_launch[planned.device]);
        for (const uint32_t awaited : planned.awaited) add_once(step.after, step_of_copy[awaited]);
        last_launch[planned.device] = static_cast<uint32_t>(steps.size());
        steps.push_back(std::move(step));
    }
    return steps;
}

std::optional<Message> division_error(const ExecutionPlan& plan) {
    for (const PlannedCopy& copy : plan.copies)
        if (auto why = copy_error(plan, copy)) return why;
    for (size_t i = 1; i < plan.copies.size(); ++i)
        if (plan.copies[i].before < plan.copies[i - 1].before) return msg("The copies of the plan are out of order.");
    for (uint32_t launch = 0; launch < plan.launches.size(); ++launch) {
        const PlannedLaunch& planned = plan.launches[launch];
        if (planned.device >= plan.devices) return msg("A launch names a device that does not exist.");
        for (const uint32_t copy : planned.awaited)
            if (copy >= plan.copies.size() || plan.copies[copy].before > launch)
                return msg("A launch waits for a copy that is not planned before it.");
    }
    return std::nullopt;
}

} // namespace warpscope
