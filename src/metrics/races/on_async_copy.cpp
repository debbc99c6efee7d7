// A barrier orders an asynchronous copy before an access only if a thread has waited for the copy.
#include "metrics/races/race_check.hpp"
#include "simt/lane_loop.hpp"

namespace warpscope::metrics {

void RaceCheck::check_copies(const simt::MemoryEvent& event) {
    const bool copies = setup_.facts->by_pc[event.pc].copies;
    simt::for_each_lane(event.mask, [&](uint32_t lane) {
        const LaneAccess access = lane_access(event, lane);
        const uint64_t last = block_.shared.last(access.address, access.bytes);
        bool reported = false;
        for (uint64_t i = block_.shared.first(access.address); i <= last; ++i) {
            const AsyncCopyOrder::Copy* const copy = block_.copies.under_way(i);
            // An access not ordered after the cp.async instruction itself is an ordinary race.
            if (copy != nullptr && !reported && ordered(copy->as_past, access) && !has_arrived(*copy, access)) {
                report_copy(*copy, access);
                reported = true;
            }
            if (copies) block_.copies.copy(i, {event.pc, access.thread, 0, access.as_past});
        }
    });
}

bool RaceCheck::has_arrived(const AsyncCopyOrder::Copy& copy, const LaneAccess& now) {
    const std::optional<AsyncCopyOrder::Phase> phase = block_.copies.signaled_phase(copy);
    return phase &&
           block_.copies.has_observer(*phase, now.thread, [&](PastAccess observer) { return ordered(observer, now); });
}

void RaceCheck::report_copy(const AsyncCopyOrder::Copy& copy, const LaneAccess& now) {
    if (!findings_.is_new(simt::FindingKind::race_shared, now.pc, block_.number)) return;
    simt::Finding finding = make_finding(simt::FindingKind::race_shared, {block_.number, now.thread, now.pc},
                                         setup_.launch, setup_.instructions);
    add_other(finding, {block_.number, copy.thread, copy.pc}, setup_.launch, setup_.instructions);
    finding.space = ptx::Space::shared;
    finding.address = now.address;
    finding.bytes = now.bytes;
    finding.message = async_copy_message(finding, now.writes, copy.thread == now.thread,
                                         block_.copies.signaled_phase(copy) ? setup_.launch.program : nullptr);
    findings_.keep(std::move(finding));
}

} // namespace warpscope::metrics
