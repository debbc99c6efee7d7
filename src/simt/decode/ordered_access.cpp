// Strong loads and stores (volatile, relaxed, acquire, release), by host atomics that acquire or release. This also
// covers relaxed accesses next to a fence.
#include <atomic>
#ifdef __SSE2__
#include <emmintrin.h>
#endif

#include "simt/code/instruction.hpp"
#include "simt/code/opcode_form.hpp"
#include "simt/decode/decoder.hpp"
#include "simt/lane_loop.hpp"
#include "simt/memory/access.hpp"
#include "simt/state/local_memory.hpp"

namespace warpscope::simt {
namespace {

using ptx::Type;

template<class F>
void for_places(HostBase memory, const uint64_t* address, LaneMask mask, const AccessShape& shape, F f) {
    for (LaneMask m = mask; m != 0; m &= m - 1) {
        const auto l = static_cast<uint32_t>(__builtin_ctz(m));
        const uint64_t regular = (l < 16 ? shape.first : shape.second) + uint64_t{l % 16} * shape.stride;
        f(l, memory + (shape.is(AccessShape::regular) ? regular : address[l]));
    }
}

template<class M, class R>
struct StrongLoad {
    static constexpr AccessKind kind = AccessKind::load;
    static void move(std::byte* frame, uint32_t where, HostBase memory, const uint64_t* address, LaneMask mask,
                     const AccessShape& shape) {
        for_places(memory, address, mask, shape, [d = slot<R>(frame, where)](uint32_t l, std::byte* place) {
            d[l] = static_cast<R>(__atomic_load_n(reinterpret_cast<M*>(place), __ATOMIC_ACQUIRE));
        });
    }
    static void move_local(std::byte* frame, uint32_t where, std::byte* local, const uint64_t* offset, uint32_t element,
                           LaneMask mask, bool) {
        for_each_lane(mask, [&](uint32_t l) {
            M value{};
            load_local(local, l, offset[l] + element, &value, sizeof(M));
            slot<R>(frame, where)[l] = static_cast<R>(value);
        });
    }
    static void refuse(std::byte* frame, uint32_t where, LaneMask lanes) {
        for (LaneMask m = lanes; m != 0; m &= m - 1) slot<R>(frame, where)[__builtin_ctz(m)] = 0;
    }
};

template<class M, class R>
struct StrongStore {
    static constexpr AccessKind kind = AccessKind::store;
    static void move(std::byte* frame, uint32_t where, HostBase memory, const uint64_t* address, LaneMask mask,
                     const AccessShape& shape) {
        for_places(memory, address, mask, shape, [v = slot<R>(frame, where)](uint32_t l, std::byte* place) {
            __atomic_store_n(reinterpret_cast<M*>(place), static_cast<M>(v[l]), __ATOMIC_RELEASE);
        });
    }
    static void move_local(std::byte* frame, uint32_t where, std::byte* local, const uint64_t* offset, uint32_t element,
                           LaneMask mask, bool) {
        for_each_lane(mask, [&](uint32_t l) {
            const auto value = static_cast<M>(slot<R>(frame, where)[l]);
            store_local(local, l, offset[l] + element, &value, sizeof(M));
        });
    }
    static void refuse(std::byte*, uint32_t, LaneMask) {}
};

template<class M, template<class, class> class Op>
const ElementOps* ops_of(uint32_t register_bytes) {
    static constexpr auto with = []<class R>(R) {
        return ElementOps{Op<M, R>::move, Op<M, R>::refuse, Op<M, R>::move_local, Op<M, R>::kind, sizeof(M), sizeof(R)};
    };
    static constexpr ElementOps narrow = with(uint16_t{}), word = with(uint32_t{}), wide = with(uint64_t{});
    return register_bytes == 2 ? &narrow : register_bytes == 4 ? &word : &wide;
}

/// Only loads extend the sign.
template<class Unsigned, class Signed>
const ElementOps* of_size(Type type, uint32_t register_bytes, bool store) {
    if (store) return ops_of<Unsigned, StrongStore>(register_bytes);
    return is_signed(type) ? ops_of<Signed, StrongLoad>(register_bytes) : ops_of<Unsigned, StrongLoad>(register_bytes);
}

template<class Word>
void copy_word(std::byte* to, const std::byte* from) {
    const Word value = __atomic_load_n(reinterpret_cast<const Word*>(from), __ATOMIC_ACQUIRE);
    __atomic_store_n(reinterpret_cast<Word*>(to), value, __ATOMIC_RELEASE);
}

/// Copies 16 bytes, atomically on processors with AVX.
void copy_pair(std::byte* to, const std::byte* from) {
#ifdef __SSE2__
    std::atomic_signal_fence(std::memory_order_seq_cst);
    _mm_store_si128(reinterpret_cast<__m128i*>(to), _mm_load_si128(reinterpret_cast<const __m128i*>(from)));
    std::atomic_signal_fence(std::memory_order_seq_cst);
#else
    copy_word<uint64_t>(to, from);
    copy_word<uint64_t>(to + 8, from + 8);
#endif
}

} // namespace

void copy_whole(HostBase to, const uint64_t* to_address, HostBase from, const uint64_t* from_address, LaneMask mask,
                uint32_t bytes) {
    for (LaneMask m = mask; m != 0; m &= m - 1) {
        const auto l = static_cast<uint32_t>(__builtin_ctz(m));
        std::byte* const there = to + to_address[l];
        const std::byte* const here = from + from_address[l];
        switch (bytes) {
        case 2: copy_word<uint16_t>(there, here); break;
        case 4: copy_word<uint32_t>(there, here); break;
        case 8: copy_word<uint64_t>(there, here); break;
        default: copy_pair(there, here); break;
        }
    }
}

bool is_strong(const ptx::Modifiers& words) {
    return words.semantics != ptx::Semantics::none && words.semantics != ptx::Semantics::weak;
}

const ElementOps* strong_access(Type type, uint32_t register_bytes, bool store) {
    switch (ptx::size_of(type)) {
    case 1: return of_size<uint8_t, int8_t>(type, register_bytes, store);
    case 2: return of_size<uint16_t, int16_t>(type, register_bytes, store);
    case 4: return of_size<uint32_t, int32_t>(type, register_bytes, store);
    default: return of_size<uint64_t, int64_t>(type, register_bytes, store);
    }
}

} // namespace warpscope::simt
