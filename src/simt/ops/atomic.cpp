#include <atomic>
#include <bit>
#include <chrono>
#include <cmath>
#include <mutex>
#include <utility>

#include "base/atomic_ref.hpp"
#include "simt/code/opcode_form.hpp"
#include "simt/lanes/denormal.hpp"
#include "simt/lanes/half.hpp"
#include "simt/lanes/scalar_lanes.hpp"
#include "simt/memory/access.hpp"
#include "simt/state/local_memory.hpp"

namespace warpscope::simt {
namespace {

using ptx::AtomicOp;
using ptx::Space;
using ptx::Type;

template<AtomicOp op, class T>
struct Integer {
    using U = std::make_unsigned_t<T>;
    static U of(U old_bits, U b_bits, U c_bits) {
        const T old = static_cast<T>(old_bits), b = static_cast<T>(b_bits);
        switch (op) {
        case AtomicOp::and_: return old_bits & b_bits;
        case AtomicOp::or_: return old_bits | b_bits;
        case AtomicOp::xor_: return old_bits ^ b_bits;
        case AtomicOp::cas: return old_bits == b_bits ? c_bits : old_bits;
        case AtomicOp::exch: return b_bits;
        case AtomicOp::add: return static_cast<U>(old_bits + b_bits);
        case AtomicOp::inc: return old_bits >= b_bits ? 0 : static_cast<U>(old_bits + 1);
        case AtomicOp::dec: return old_bits == 0 || old_bits > b_bits ? b_bits : static_cast<U>(old_bits - 1);
        case AtomicOp::min: return b < old ? b_bits : old_bits;
        case AtomicOp::max: return old < b ? b_bits : old_bits;
        default: return old_bits;
        }
    }
};
template<class T>
struct Sum : Integer<AtomicOp::add, T> {
    static constexpr bool is_sum = true;
};
/// The cache's adder flushes subnormals (PTX manual; tests/conformance/h100_lanes.txt).
struct AddF32InCache {
    using U = uint32_t;
    static U of(U old, U b, U) {
        const float sum = flushed(std::bit_cast<float>(old)) + flushed(std::bit_cast<float>(b));
        return sum == sum ? flushed_bits(std::bit_cast<U>(sum)) : 0x7fffffffu;
    }
};
struct AddF32 {
    using U = uint32_t;
    using InGlobalMemory = AddF32InCache;
    static U of(U old, U b, U) {
        const float sum = std::bit_cast<float>(old) + std::bit_cast<float>(b);
        return sum == sum ? std::bit_cast<U>(sum) : 0x7fffffffu;
    }
};
bool is_nan(uint64_t bits) { return (bits << 1) > 0xffe0000000000000u; }
struct AddF64InCache {
    using U = uint64_t;
    static U of(U old, U b, U) {
        if (is_nan(b)) return b;
        if (is_nan(old)) return old;
        return std::bit_cast<U>(std::bit_cast<double>(old) + std::bit_cast<double>(b));
    }
};
struct AddF64 {
    using U = uint64_t;
    using InGlobalMemory = AddF64InCache;
    static U of(U old, U b, U) {
        constexpr U quiet = U{1} << 51;
        if (is_nan(old)) return old | quiet;
        if (is_nan(b)) return b | quiet;
        return std::bit_cast<U>(std::bit_cast<double>(old) + std::bit_cast<double>(b));
    }
};
template<HalfFormat format, AtomicOp op>
struct Half {
    using U = uint16_t;
    static U of(U old, U b, U) {
        const float x = float_from_bits<format>(old), y = float_from_bits<format>(b);
        if constexpr (op == AtomicOp::add) return bits_from_double<format>(double{x} + double{y});
        if (x != x) return y != y ? half_nan : b;
        if (y != y) return old;
        if (x == y) return op == AtomicOp::min ? old | b : old & b; // only zeros differ: -0 is below +0
        return (op == AtomicOp::min) == (y < x) ? b : old;
    }
};
template<HalfFormat format, AtomicOp op>
struct HalfPair {
    using U = uint32_t;
    static U of(U old, U b, U) {
        using H = Half<format, op>;
        const uint16_t low = H::of(static_cast<uint16_t>(old), static_cast<uint16_t>(b), 0);
        const uint16_t high = H::of(static_cast<uint16_t>(old >> 16), static_cast<uint16_t>(b >> 16), 0);
        return static_cast<U>(high) << 16 | low;
    }
};

template<class Op>
typename Op::U update(std::byte* place, typename Op::U b, typename Op::U c, bool shared_between_threads) {
    using U = typename Op::U;
    U& word = *reinterpret_cast<U*>(place);
    if (!shared_between_threads) {
        const U old = word;
        word = Op::of(old, b, c);
        return old;
    }
    AtomicRef<U> atomic(word);
    if constexpr (requires { Op::is_sum; }) return atomic.fetch_add(b, std::memory_order_acq_rel);
    U old = atomic.load(std::memory_order_relaxed);
    while (
        !atomic.compare_exchange_weak(old, Op::of(old, b, c), std::memory_order_acq_rel, std::memory_order_relaxed)) {
    }
    return old;
}

template<class F>
[[gnu::always_inline]] inline void for_lanes(LaneMask mask, F&& function) {
    if (mask != all_lanes) return for_each_lane(mask, function);
    for (uint32_t lane = 0; lane < warp_size; ++lane) function(lane);
}

struct Addresses {
    bool are_inside = false; // aligned, and in the range
    bool are_one = false;
};
/// `begin`, `last`: first and last permitted start address. Requires a range below 2^62.
Addresses examine(const Warp& warp, LaneMask mask, uint64_t begin, uint64_t last, uint32_t bytes) {
    const uint64_t first = warp.address[std::countr_zero(mask)];
    uint64_t outside = 0, differs = 0; // the highest bit is set if an address is outside the range
    const auto examine_lane = [&](uint32_t lane) {
        const uint64_t address = warp.address[lane];
        outside |= (address - begin) | (last - address);
        differs |= address ^ first;
    };
    for_lanes(mask, examine_lane);
    return {outside >> 63 == 0 && ((first | differs) & (bytes - 1)) == 0, differs == 0};
}
Addresses examine(const Warp& warp, const Inst* i, LaneMask mask, uint32_t bytes, Window window) {
    const SiteCache& site = warp.sites[i->aux];
    if (window == Window::global && site.begin < site.end && site.end - site.begin >= bytes)
        return examine(warp, mask, site.begin, site.end - bytes, bytes);
    const SharedRange& range = warp.shared_ranges[i->aux];
    if (window == Window::shared && range.begin < range.end)
        return examine(warp, mask, range.begin, range.end - 1, bytes);
    return {};
}

struct Slots {
    uint32_t d = 0, b = 0, c = 0;
};

/// Applies the lanes' operations to one word, in lane order and as one atomic update.
template<class Op, bool returns>
void operate_together(std::byte* frame, const Slots& slots, std::byte* place, LaneMask mask,
                      bool shared_between_threads) {
    using U = typename Op::U;
    const U* const b = slot<U>(frame, slots.b);
    const U* const c = slot<U>(frame, slots.c);
    U& word = *reinterpret_cast<U*>(place);
    const auto after_all = [&](U value) {
        for_lanes(mask, [&](uint32_t lane) { value = Op::of(value, b[lane], c[lane]); });
        return value;
    };
    U old = 0;
    if (shared_between_threads) {
        AtomicRef<U> atomic(word);
        if constexpr (requires { Op::is_sum; }) {
            old = atomic.fetch_add(after_all(0), std::memory_order_acq_rel);
        } else {
            old = atomic.load(std::memory_order_relaxed);
            while (!atomic.compare_exchange_weak(old, after_all(old), std::memory_order_acq_rel,
                                                 std::memory_order_relaxed)) {
            }
        }
    } else {
        old = word;
        if constexpr (!returns) word = after_all(old);
    }
    if constexpr (returns) {
        for_lanes(mask, [&](uint32_t lane) {
            const U next = Op::of(old, b[lane], c[lane]); // the destination may be an operand
            slot<U>(frame, slots.d)[lane] = old;
            old = next;
        });
        if (!shared_between_threads) word = old;
    }
}

template<class Op, bool returns>
void operate(Warp& warp, std::byte* frame, const Slots& slots, HostBase memory, LaneMask mask, bool one_address,
             bool shared_between_threads) {
    if (one_address)
        return operate_together<Op, returns>(frame, slots, memory + warp.address[std::countr_zero(mask)], mask,
                                             shared_between_threads);
    using U = typename Op::U;
    const U* const b = slot<U>(frame, slots.b);
    const U* const c = slot<U>(frame, slots.c);
    for_lanes(mask, [&](uint32_t lane) {
        const U old = update<Op>(memory + warp.address[lane], b[lane], c[lane], shared_between_threads);
        if constexpr (returns) slot<U>(frame, slots.d)[lane] = old;
    });
}

/// Operates on each element, because vectors are not atomic as a whole.
template<class Op, bool returns>
void operate_on_all(Warp& warp, const Inst* i, std::byte* frame, HostBase memory, LaneMask mask, bool one_address,
                    bool shared_between_threads) {
    const MemorySite& site = warp.memory_sites[i->aux];
    if (site.elements == 1) {
        const Slots slots{i->d, site.values[0], site.values[1] != 0 ? site.values[1] : site.values[0]};
        return operate<Op, returns>(warp, frame, slots, memory, mask, one_address, shared_between_threads);
    }
    for (uint32_t k = 0; k < site.elements; ++k)
        operate<Op, returns>(warp, frame, {site.results[k], site.values[k], site.values[k]},
                             memory.moved(k * sizeof(typename Op::U)), mask, one_address, shared_between_threads);
}

/// Begins exclusive turns if workers contend.
class TimedRequest {
public:
    TimedRequest(Worker& worker, bool shared_between_threads)
        : worker_(worker)
        , is_sample_(shared_between_threads && !worker.turn.ownership && worker.contention.should_sample()) {
        if (is_sample_) begin_ = ContentionMeter::Clock::now();
    }
    ~TimedRequest() {
        if (is_sample_) add();
    }
    TimedRequest(const TimedRequest&) = delete;
    TimedRequest& operator=(const TimedRequest&) = delete;

private:
    [[gnu::noinline]] void add() {
        constexpr std::chrono::milliseconds phase{30};
        LaunchState& launch = *worker_.launch;
        if (worker_.contention.add(begin_, ContentionMeter::Clock::now(), launch.workers))
            launch.exclusive_turns->begin_phase(phase);
    }

    Worker& worker_;
    bool is_sample_;
    ContentionMeter::Clock::time_point begin_;
};

void report_request(Warp& warp, const Inst* i, Space space, uint32_t bytes, LaneMask mask) {
    const AccessShape shape = shape_by_lanes(warp, mask, bytes);
    report_access(warp, i, space, AccessKind::atomic, bytes, mask, shape,
                  space == Space::global ? allocation_of(warp, i, shape) : ~0u);
}

/// 128-bit atomics, under a lock because hosts lack them.
struct Wide {
    using U = uint64_t;
};
template<AtomicOp op>
struct WideOp : Wide {};

template<class Op, bool returns>
requires std::is_base_of_v<Wide, Op>
void operate_on_all(Warp& warp, const Inst* i, std::byte* frame, HostBase memory, LaneMask mask, bool, bool) {
    static std::mutex turn;
    const std::scoped_lock lock(turn);
    const MemorySite& site = warp.memory_sites[i->aux];
    for_each_lane(mask, [&](uint32_t lane) {
        auto* const place = reinterpret_cast<uint64_t*>(memory + warp.address[lane]);
        const auto value = [&](uint32_t k) { return slot<uint64_t>(frame, site.values[k])[lane]; };
        const uint64_t old[2]{place[0], place[1]}, b[2]{value(0), value(1)}, c[2]{value(2), value(3)};
        const bool compares = std::is_same_v<Op, WideOp<AtomicOp::cas>>;
        if (!compares || (old[0] == b[0] && old[1] == b[1])) std::copy_n(compares ? c : b, 2, place);
        for (uint32_t k = 0; k < 2; ++k) slot<uint64_t>(frame, site.results[k])[lane] = old[k];
    });
}

/// Operates on copies of local memory, where a lane's words are not adjacent.
template<class Op, bool returns>
void operate_on_copies(Warp& warp, const Inst* i, std::byte* frame, LaneMask mask, uint32_t bytes) {
    alignas(64) std::byte copies[warp_size * max_whole_bytes];
    uint64_t offsets[warp_size];
    for_each_lane(mask, [&](uint32_t lane) {
        offsets[lane] = std::exchange(warp.address[lane], lane * max_whole_bytes);
        load_local(warp.local, lane, offsets[lane], copies + lane * max_whole_bytes, bytes);
    });
    operate_on_all<Op, returns>(warp, i, frame, {copies, 0}, mask, false, false);
    for_each_lane(mask, [&](uint32_t lane) {
        store_local(warp.local, lane, offsets[lane], copies + lane * max_whole_bytes, bytes);
    });
}

template<class Op, bool returns>
void request(Warp& warp, const Inst* i, std::byte* frame, LaneMask mask, Window window) {
    if (mask == 0) return;
    const MemorySite& site = warp.memory_sites[i->aux];
    const uint32_t bytes = sizeof(typename Op::U) * site.elements;
    const auto [are_inside, are_one] = examine(warp, i, mask, bytes, window);
    const LaneMask admitted = are_inside ? mask
                              : window == Window::global
                                  ? admit_global(warp, i, mask, bytes, AccessKind::atomic)
                                  : admit_window(warp, i, mask, bytes, AccessKind::atomic, window);
    if constexpr (returns)
        for_each_lane(mask & ~admitted, [&](uint32_t lane) {
            for (uint32_t k = 0; k < site.elements; ++k)
                slot<typename Op::U>(frame, site.elements == 1 ? i->d : site.results[k])[lane] = 0;
        });
    if (admitted == 0) return;
    const Space space = window == Window::global   ? Space::global
                        : window == Window::shared ? Space::shared
                                                   : Space::local;
    const uint32_t hook = window == Window::global   ? wants_global
                          : window == Window::shared ? wants_shared
                                                     : wants_local;
    if ((warp.hooks & hook) != 0) report_request(warp, i, space, bytes, admitted);
    if (window == Window::local) return operate_on_copies<Op, returns>(warp, i, frame, admitted, bytes);
    const HostBase memory = window == Window::shared ? HostBase(warp.shared, 0) : warp.global;
    const bool one_address = are_inside && are_one;
    const bool shared_between_threads = window == Window::global && !warp.worker->turn.is_alone;
    const TimedRequest timed(*warp.worker, shared_between_threads);
    if constexpr (requires { typename Op::InGlobalMemory; })
        if (window == Window::global) {
            operate_on_all<typename Op::InGlobalMemory, returns>(warp, i, frame, memory, admitted, one_address,
                                                                 shared_between_threads);
            return;
        }
    operate_on_all<Op, returns>(warp, i, frame, memory, admitted, one_address, shared_between_threads);
}

template<class Op, bool returns, Space space>
const Inst* atomic(Warp& warp, const Inst* i, std::byte* frame) {
    const uint64_t* const base = slot<uint64_t>(frame, i->a);
    const auto offset = static_cast<uint64_t>(static_cast<int64_t>(static_cast<int32_t>(i->b)));
    for (uint32_t l = 0; l < warp_size; ++l) warp.address[l] = base[l] + offset;
    const LaneMask mask = warp.exec;
    if constexpr (space == Space::shared) {
        request<Op, returns>(warp, i, frame, mask, Window::shared);
    } else if constexpr (space == Space::global) {
        request<Op, returns>(warp, i, frame, mask, Window::global);
    } else {
        for (const Window window : {Window::global, Window::shared, Window::local, Window::param}) {
            const LaneMask lanes = lanes_in(warp, mask, window);
            if (lanes == 0) continue;
            if (window != Window::global) rebase(warp, lanes, window);
            request<Op, returns>(warp, i, frame, lanes, window);
        }
    }
    return i + 1;
}

template<class Op, bool returns>
Handler by_space(Space space) {
    switch (space) {
    case Space::global: return atomic<Op, returns, Space::global>;
    case Space::shared: return atomic<Op, returns, Space::shared>;
    case Space::generic: return atomic<Op, returns, Space::generic>;
    default: return nullptr;
    }
}
template<class Op>
Handler choose(const AtomicForm& f) {
    return f.returns ? by_space<Op, true>(f.space) : by_space<Op, false>(f.space);
}

template<class T>
Handler integer(const AtomicForm& f) {
    switch (f.op) {
    case AtomicOp::and_: return choose<Integer<AtomicOp::and_, T>>(f);
    case AtomicOp::or_: return choose<Integer<AtomicOp::or_, T>>(f);
    case AtomicOp::xor_: return choose<Integer<AtomicOp::xor_, T>>(f);
    case AtomicOp::cas: return choose<Integer<AtomicOp::cas, T>>(f);
    case AtomicOp::exch: return choose<Integer<AtomicOp::exch, T>>(f);
    case AtomicOp::add: return choose<Sum<T>>(f);
    case AtomicOp::inc: return choose<Integer<AtomicOp::inc, T>>(f);
    case AtomicOp::dec: return choose<Integer<AtomicOp::dec, T>>(f);
    case AtomicOp::min: return choose<Integer<AtomicOp::min, T>>(f);
    case AtomicOp::max: return choose<Integer<AtomicOp::max, T>>(f);
    default: return nullptr;
    }
}
template<HalfFormat format>
Handler half(const AtomicForm& f, bool pair) {
    switch (f.op) {
    case AtomicOp::add:
        return pair ? choose<HalfPair<format, AtomicOp::add>>(f) : choose<Half<format, AtomicOp::add>>(f);
    case AtomicOp::min:
        return pair ? choose<HalfPair<format, AtomicOp::min>>(f) : choose<Half<format, AtomicOp::min>>(f);
    case AtomicOp::max:
        return pair ? choose<HalfPair<format, AtomicOp::max>>(f) : choose<Half<format, AtomicOp::max>>(f);
    default: return nullptr;
    }
}

} // namespace

Handler find_wide_atomic(Space space, AtomicOp op) {
    if (op == AtomicOp::exch) return by_space<WideOp<AtomicOp::exch>, true>(space);
    return op == AtomicOp::cas ? by_space<WideOp<AtomicOp::cas>, true>(space) : nullptr;
}

Handler find_atomic(const AtomicForm& f) {
    switch (f.type) {
    case Type::b16: return f.op == AtomicOp::cas ? choose<Integer<AtomicOp::cas, uint16_t>>(f) : nullptr;
    case Type::b32:
    case Type::u32: return integer<uint32_t>(f);
    case Type::s32: return integer<int32_t>(f);
    case Type::b64:
    case Type::u64: return integer<uint64_t>(f);
    case Type::s64: return integer<int64_t>(f);
    case Type::f32: return f.op == AtomicOp::add ? choose<AddF32>(f) : nullptr;
    case Type::f64: return f.op == AtomicOp::add ? choose<AddF64>(f) : nullptr;
    case Type::f16: return half<HalfFormat::ieee>(f, false);
    case Type::f16x2: return half<HalfFormat::ieee>(f, true);
    case Type::bf16: return half<HalfFormat::brain>(f, false);
    case Type::bf16x2: return half<HalfFormat::brain>(f, true);
    default: return nullptr;
    }
}

} // namespace warpscope::simt
