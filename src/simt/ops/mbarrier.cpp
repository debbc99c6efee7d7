#include "simt/code/mbarrier.hpp"

#include <fmt/format.h>

#include "simt/lanes/scalar_lanes.hpp"
#include "simt/memory/access.hpp"
#include "simt/report/finding_log.hpp"

namespace warpscope::simt {
namespace {

constexpr uint32_t count_bits = 20, tx_bits = 21;

struct Object {
    uint32_t pending = 0, expected = 0;
    int32_t tx = 0;
    bool completed = false;
    bool parity = false;

    static Object of(uint64_t bits) {
        constexpr uint32_t counts = (1u << count_bits) - 1;
        return {
            static_cast<uint32_t>(bits) & counts, static_cast<uint32_t>(bits >> count_bits) & counts,
            static_cast<int32_t>(static_cast<int64_t>(bits << (63 - 2 * count_bits - tx_bits + 1)) >> (64 - tx_bits)),
            (bits >> 62 & 1) != 0, bits >> 63 != 0};
    }
    [[nodiscard]] uint64_t bits() const {
        constexpr uint64_t txs = (uint64_t{1} << tx_bits) - 1;
        return pending | uint64_t{expected} << count_bits | (static_cast<uint64_t>(tx) & txs) << 2 * count_bits |
               uint64_t{completed} << 62 | uint64_t{parity} << 63;
    }
    void complete_phase() {
        if (pending != 0 || tx != 0) return;
        pending = expected;
        completed = true;
        parity = !parity;
    }
};

bool is_test(MbarrierOp op) { return op == MbarrierOp::test_state || op == MbarrierOp::test_parity; }

void arrive_at(Warp& warp, const Inst* i, uint32_t lane, Object& object, uint32_t count, bool drops) {
    if (count > object.pending) {
        record_plain_finding(warp, i, lane, FindingKind::invalid_launch,
                             msg("{} arrivals at an mbarrier that expects only {} more of {}: it is uninitialized, or "
                                 "was initialized for too few",
                                 count, object.pending, object.expected));
        return;
    }
    if (drops) object.expected -= count;
    object.pending -= count;
    object.complete_phase();
}

/// Returns the previous state or the test result. `operand`: count, bytes, state or parity.
uint64_t operate_on(Warp& warp, const Inst* i, uint32_t lane, MbarrierOp op, uint64_t& word, uint64_t operand) {
    const uint64_t before = word;
    Object object = Object::of(before);
    const auto number = static_cast<uint32_t>(operand);
    switch (op) {
    case MbarrierOp::init: object = {number, number, 0, false, false}; break;
    case MbarrierOp::invalidate: object = {}; break;
    case MbarrierOp::arrive:
    case MbarrierOp::arrive_drop: arrive_at(warp, i, lane, object, number, op == MbarrierOp::arrive_drop); break;
    case MbarrierOp::arrive_expect:
    case MbarrierOp::arrive_drop_expect:
        object.tx += static_cast<int32_t>(number);
        arrive_at(warp, i, lane, object, 1, op == MbarrierOp::arrive_drop_expect);
        break;
    case MbarrierOp::expect_tx: object.tx += static_cast<int32_t>(number); break;
    case MbarrierOp::complete_tx:
        object.tx -= static_cast<int32_t>(number);
        object.complete_phase();
        break;
    case MbarrierOp::copy_arrive: break;
    case MbarrierOp::test_state: return object.parity != Object::of(operand).parity ? 1 : 0;
    case MbarrierOp::test_parity: return object.parity != ((number & 1) != 0) ? 1 : 0;
    }
    word = object.bits();
    return before;
}

void suspend(Warp& warp) {
    constexpr uint64_t waited = 256;
    warp.suspended += waited;
    warp.turn -= warp.slice;
    warp.slice = 0;
}

void report_operations(Warp& warp, const Inst* i, LaneMask lanes, LaneMask phase_ends) {
    constexpr uint32_t bytes = sizeof(uint64_t);
    if (lanes == 0 || (warp.hooks & wants_shared) == 0) return;
    warp.event.phase_ends = phase_ends;
    report_access(warp, i, ptx::Space::shared, AccessKind::atomic, bytes, lanes, shape_by_lanes(warp, lanes, bytes));
    warp.event.phase_ends = 0;
}

bool ends_phase(uint64_t before, uint64_t after) { return Object::of(before).parity != Object::of(after).parity; }

void finish_test(Warp& warp, const Inst* i, std::byte* frame, LaneMask done) {
    LaneMask& predicate = *slot<LaneMask>(frame, i->d);
    predicate = (predicate & ~warp.exec) | done;
    // Observers see a successful test as __syncwarp, which orders accesses.
    if (done != 0 && (warp.hooks & wants_barriers) != 0) emit_barrier(warp, i, ~0u);
    if (done == 0) suspend(warp);
}

template<MbarrierOp op>
const Inst* mbarrier(Warp& warp, const Inst* i, std::byte* frame) {
    constexpr uint32_t bytes = sizeof(uint64_t);
    // Invalidation counts as an atomic access to avoid a false race: in the toolkit's pipelines, one thread invalidates
    // the barrier without synchronization.
    constexpr AccessKind kind = op == MbarrierOp::init ? AccessKind::store : AccessKind::atomic;
    const MemorySite& site = warp.memory_sites[i->aux];
    const uint64_t* const base = slot<uint64_t>(frame, i->a);
    const LaneMask mask = warp.exec;
    for_each_lane(mask, [&](uint32_t lane) {
        warp.address[lane] = base[lane] + static_cast<uint64_t>(static_cast<int64_t>(static_cast<int32_t>(i->b)));
    });
    if (site.space == ptx::Space::generic) rebase(warp, lanes_in(warp, mask, Window::shared), Window::shared);
    const LaneMask admitted = admit_window(warp, i, mask, bytes, kind, Window::shared);
    if (kind == AccessKind::store && admitted != 0 && (warp.hooks & wants_shared) != 0)
        report_access(warp, i, ptx::Space::shared, kind, bytes, admitted, shape_by_lanes(warp, admitted, bytes));
    LaneMask done = mask & ~admitted; // refused lanes must not wait
    LaneMask phase_ends = 0;
    for_each_lane(admitted, [&](uint32_t lane) {
        const uint64_t operand = op == MbarrierOp::test_state ? slot<uint64_t>(frame, site.values[0])[lane]
                                                              : slot<uint32_t>(frame, site.values[0])[lane];
        uint64_t& word = *reinterpret_cast<uint64_t*>(warp.shared + warp.address[lane]);
        const uint64_t before = word;
        const uint64_t result = operate_on(warp, i, lane, op, word, operand);
        warp.changed_mbarrier = warp.changed_mbarrier || word != before;
        const bool ends = is_test(op) ? result != 0 : ends_phase(result, word);
        if (ends) phase_ends |= LaneMask{1} << lane;
        if (!is_test(op)) slot<uint64_t>(frame, i->d)[lane] = result;
    });
    if (is_test(op)) done |= phase_ends;
    if (kind == AccessKind::atomic) report_operations(warp, i, admitted, phase_ends);
    if (is_test(op)) {
        if (done != mask) warp.failed_test = warp.address[std::countr_zero(mask & ~done)];
        finish_test(warp, i, frame, done);
    }
    return i + 1;
}

const Inst* pending_count(Warp& warp, const Inst* i, std::byte* frame) {
    for_each_lane(warp.exec, [&](uint32_t lane) {
        slot<uint32_t>(frame, i->d)[lane] = Object::of(slot<uint64_t>(frame, i->a)[lane]).pending;
    });
    return i + 1;
}

} // namespace

Handler mbarrier_handler(MbarrierOp op) {
    switch (op) {
    case MbarrierOp::init: return mbarrier<MbarrierOp::init>;
    case MbarrierOp::invalidate: return mbarrier<MbarrierOp::invalidate>;
    case MbarrierOp::arrive: return mbarrier<MbarrierOp::arrive>;
    case MbarrierOp::arrive_drop: return mbarrier<MbarrierOp::arrive_drop>;
    case MbarrierOp::arrive_expect: return mbarrier<MbarrierOp::arrive_expect>;
    case MbarrierOp::arrive_drop_expect: return mbarrier<MbarrierOp::arrive_drop_expect>;
    case MbarrierOp::expect_tx: return mbarrier<MbarrierOp::expect_tx>;
    case MbarrierOp::complete_tx: return mbarrier<MbarrierOp::complete_tx>;
    case MbarrierOp::copy_arrive: return mbarrier<MbarrierOp::copy_arrive>;
    case MbarrierOp::test_state: return mbarrier<MbarrierOp::test_state>;
    case MbarrierOp::test_parity: return mbarrier<MbarrierOp::test_parity>;
    }
    return nullptr;
}

void complete_copies(Warp& warp, const Inst* inst, LaneMask lanes, const uint64_t* object, const uint32_t* bytes) {
    constexpr auto kind = AccessKind::atomic;
    for_each_lane(lanes, [&](uint32_t lane) { warp.address[lane] = object[lane]; });
    const LaneMask admitted = admit_window(warp, inst, lanes, sizeof(uint64_t), kind, Window::shared);
    LaneMask phase_ends = 0;
    for_each_lane(admitted, [&](uint32_t lane) {
        uint64_t& word = *reinterpret_cast<uint64_t*>(warp.shared + warp.address[lane]);
        const uint64_t before = operate_on(warp, inst, lane, MbarrierOp::complete_tx, word, bytes[lane]);
        warp.changed_mbarrier = true;
        if (ends_phase(before, word)) phase_ends |= LaneMask{1} << lane;
    });
    report_operations(warp, inst, admitted, phase_ends);
}

Message awaited_message(const Warp& warp, uint64_t offset) {
    const Object object = Object::of(*reinterpret_cast<const uint64_t*>(warp.shared + offset));
    const bool awaits_arrivals = object.pending != 0 || object.tx == 0;
    const Message missing =
        object.tx == 0    ? msg("{} of {} arrivals", object.pending, object.expected)
        : awaits_arrivals ? msg("{} of {} arrivals and {} bytes of copies", object.pending, object.expected, object.tx)
                          : msg("{} bytes of copies", object.tx);
    const bool too_many = object.completed && object.pending == object.expected && object.tx == 0;
    return too_many ? msg("the warp waits forever at an mbarrier, although earlier phases are complete: perhaps more "
                          "threads arrive than the {} that it counts. The next phase still expects {}",
                          object.expected, missing)
                    : msg("the warp waits forever at an mbarrier, which still expects {}", missing);
}

Handler mbarrier_pending_count() { return pending_count; }

} // namespace warpscope::simt
