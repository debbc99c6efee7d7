#if defined(WARPSCOPE_SIMT_ELEMENTS_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef WARPSCOPE_SIMT_ELEMENTS_INL
#undef WARPSCOPE_SIMT_ELEMENTS_INL
#else
#define WARPSCOPE_SIMT_ELEMENTS_INL
#endif

#include "simt/code/decoded.hpp"
#include "simt/lanes/access-inl.hpp"
#include "simt/state/local_memory.hpp"

HWY_BEFORE_NAMESPACE();
namespace warpscope::simt {
namespace HWY_NAMESPACE {

/// Maximum stride at which a 16-byte vector contains four elements.
constexpr uint32_t widest_byte_stride = 5;

/// Shuffle masks that select bytes 0, stride, 2 stride and 3 stride; 0x80 gives zero.
struct BytePicks {
    alignas(16) uint8_t of_stride[widest_byte_stride + 1][16];
};
constexpr BytePicks byte_picks(bool top) {
    BytePicks picks{};
    for (uint32_t stride = 0; stride <= widest_byte_stride; ++stride)
        for (uint32_t k = 0; k < 16; ++k)
            picks.of_stride[stride][k] =
                k % 4 == (top ? 3u : 0u) ? static_cast<uint8_t>(k / 4 * stride) : uint8_t{0x80};
    return picks;
}
constexpr BytePicks picks_to_bottom = byte_picks(false), picks_to_top = byte_picks(true);

/// Widens 16 bytes. Reads up to 15 bytes past the last byte. Stores one vector: separate stores would stall the next
/// vector load.
template<class M>
HWY_INLINE void load_bytes(uint32_t* d, const std::byte* p, size_t stride) {
#if HWY_TARGET == HWY_AVX3 || HWY_TARGET == HWY_AVX2
    constexpr bool sign = static_cast<M>(-1) < M{0};
    const BytePicks& picks = sign ? picks_to_top : picks_to_bottom;
    const __m128i pick = _mm_load_si128(reinterpret_cast<const __m128i*>(picks.of_stride[stride]));
    const auto four = [p, stride](size_t k)
                          HWY_ATTR { return _mm_loadu_si128(reinterpret_cast<const __m128i*>(p + 4 * k * stride)); };
#if HWY_TARGET == HWY_AVX3
    __m512i bytes = _mm512_inserti32x4(_mm512_castsi128_si512(four(0)), four(1), 1);
    bytes = _mm512_inserti32x4(bytes, four(2), 2);
    bytes = _mm512_inserti32x4(bytes, four(3), 3);
    __m512i words = _mm512_shuffle_epi8(bytes, _mm512_broadcast_i32x4(pick));
    if (sign) words = _mm512_srai_epi32(words, 24);
    _mm512_storeu_si512(d, words);
#else
    for (size_t half = 0; half < 2; ++half) {
        const __m256i bytes = _mm256_inserti128_si256(_mm256_castsi128_si256(four(2 * half)), four(2 * half + 1), 1);
        __m256i words = _mm256_shuffle_epi8(bytes, _mm256_broadcastsi128_si256(pick));
        if (sign) words = _mm256_srai_epi32(words, 24);
        _mm256_storeu_si256(reinterpret_cast<__m256i*>(d + 8 * half), words);
    }
#endif
#else
    for (size_t k = 0; k < 16; ++k) d[k] = static_cast<uint32_t>(static_cast<M>(static_cast<uint8_t>(p[k * stride])));
#endif
}

template<class M>
HWY_INLINE void gather_words(uint32_t* d, HostBase memory, const uint64_t* address) {
    const auto at = [memory, address](size_t k)
                        HWY_ATTR { return reinterpret_cast<const Unaligned<M>*>(memory + address[k])->value; };
#if HWY_TARGET == HWY_AVX3
    __m512i words;
    if constexpr (sizeof(M) == 1) {
        const __m128i bytes = _mm_setr_epi8(at(0), at(1), at(2), at(3), at(4), at(5), at(6), at(7), at(8), at(9),
                                            at(10), at(11), at(12), at(13), at(14), at(15));
        words = static_cast<M>(-1) < M{0} ? _mm512_cvtepi8_epi32(bytes) : _mm512_cvtepu8_epi32(bytes);
    } else if constexpr (sizeof(M) == 2) {
        const __m256i pairs = _mm256_setr_epi16(at(0), at(1), at(2), at(3), at(4), at(5), at(6), at(7), at(8), at(9),
                                                at(10), at(11), at(12), at(13), at(14), at(15));
        words = static_cast<M>(-1) < M{0} ? _mm512_cvtepi16_epi32(pairs) : _mm512_cvtepu16_epi32(pairs);
    } else {
        words = _mm512_setr_epi32(at(0), at(1), at(2), at(3), at(4), at(5), at(6), at(7), at(8), at(9), at(10), at(11),
                                  at(12), at(13), at(14), at(15));
    }
    _mm512_storeu_si512(d, words);
#else
    for (size_t k = 0; k < 16; ++k) d[k] = static_cast<uint32_t>(at(k));
#endif
}

template<class M, class R>
struct Load {
    using Memory = M;
    static constexpr AccessKind kind = AccessKind::load;
    static constexpr size_t register_bytes = sizeof(R);

    static HWY_INLINE R read(const std::byte* p) {
        return static_cast<R>(reinterpret_cast<const Unaligned<M>*>(p)->value);
    }

    /// `first` and `second` are the elements of lanes 0 and 16. `contiguous` refers to all 32 lanes.
    static HWY_INLINE void move_regular(std::byte* frame, uint32_t where, const std::byte* first,
                                        const std::byte* second, uint32_t stride, bool contiguous) {
        R* const d = slot<R>(frame, where);
        if (stride == sizeof(M)) {
            if (contiguous) {
                WARPSCOPE_FOR_LANES d[l] = read(first + l * sizeof(M));
            } else {
                WARPSCOPE_FOR_HALF d[l] = read(first + l * sizeof(M));
                WARPSCOPE_FOR_HALF d[l + 16] = read(second + l * sizeof(M));
            }
        } else if (stride == 0) {
            const R one = read(first), other = read(second);
            WARPSCOPE_FOR_HALF d[l] = one;
            WARPSCOPE_FOR_HALF d[l + 16] = other;
        } else if (sizeof(M) == 1 && sizeof(R) == 4 && stride <= widest_byte_stride) {
            load_bytes<M>(reinterpret_cast<uint32_t*>(d), first, stride);
            load_bytes<M>(reinterpret_cast<uint32_t*>(d) + 16, second, stride);
        } else {
            const size_t step = stride;
            for (size_t l = 0; l < 16; ++l) d[l] = read(first + l * step);
            for (size_t l = 0; l < 16; ++l) d[l + 16] = read(second + l * step);
        }
    }

    static HWY_INLINE void move(std::byte* frame, uint32_t where, HostBase memory, const uint64_t* address,
                                LaneMask mask, const AccessShape& shape) {
        R* const d = slot<R>(frame, where);
        if (shape.is(AccessShape::regular)) [[likely]] {
            move_regular(frame, where, memory + shape.first, memory + shape.second, shape.stride,
                         shape.is(AccessShape::contiguous));
        } else if (mask == all_lanes && sizeof(R) == 4) {
            gather_words<M>(reinterpret_cast<uint32_t*>(d), memory, address);
            gather_words<M>(reinterpret_cast<uint32_t*>(d) + 16, memory, address + 16);
        } else if (mask == all_lanes) {
            for (uint32_t l = 0; l < 32; ++l) d[l] = read(memory + address[l]);
        } else {
            for (LaneMask m = mask; m != 0; m &= m - 1) {
                const uint32_t l = static_cast<uint32_t>(__builtin_ctz(m));
                d[l] = read(memory + address[l]);
            }
        }
    }
    static HWY_INLINE R from_words(const uint32_t* word, uint32_t shift) {
        if constexpr (sizeof(M) == 8) return static_cast<R>(word[0] | uint64_t{word[warp_size]} << 32);
        return static_cast<R>(static_cast<M>(sizeof(M) == 4 ? *word : *word >> shift));
    }
    /// Loads from the same offset of each lane's stack.
    static HWY_INLINE void move_row(std::byte* frame, uint32_t where, const std::byte* local, uint64_t offset,
                                    LaneMask mask) {
        R* const d = slot<R>(frame, where);
        const auto* const words = reinterpret_cast<const uint32_t*>(local + offset / local_word * local_row);
        const uint32_t shift = static_cast<uint32_t>(offset % local_word) * 8;
        if (mask == all_lanes) [[likely]] {
            WARPSCOPE_FOR_LANES d[l] = from_words(words + l, shift);
        } else {
            WARPSCOPE_FOR_LANES {
                const R value = from_words(words + l, shift);
                d[l] = mask >> l & 1 ? value : d[l];
            }
        }
    }
    static HWY_INLINE void move_word(std::byte* frame, uint32_t where, uint32_t lane, const std::byte* place) {
        slot<R>(frame, where)[lane] = from_words(reinterpret_cast<const uint32_t*>(place), 0);
    }
    static HWY_INLINE void refuse(std::byte* frame, uint32_t where, LaneMask refused) {
        for (LaneMask m = refused; m != 0; m &= m - 1) slot<R>(frame, where)[__builtin_ctz(m)] = 0;
    }
};

template<class M, class R>
struct Store {
    using Memory = M;
    static constexpr AccessKind kind = AccessKind::store;
    static constexpr size_t register_bytes = sizeof(R);

    static HWY_INLINE void write(std::byte* p, R value) {
        reinterpret_cast<Unaligned<M>*>(p)->value = static_cast<M>(value);
    }

    static HWY_INLINE void move_regular(std::byte* frame, uint32_t where, std::byte* first, std::byte* second,
                                        uint32_t stride, bool contiguous) {
        const R* const v = slot<R>(frame, where);
        const bool dense = stride == sizeof(M);
        if (dense && contiguous) {
            WARPSCOPE_FOR_LANES write(first + l * sizeof(M), v[l]);
        } else if (dense) {
            WARPSCOPE_FOR_HALF write(first + l * sizeof(M), v[l]);
            WARPSCOPE_FOR_HALF write(second + l * sizeof(M), v[l + 16]);
        } else {
            const size_t step = stride;
            for (size_t l = 0; l < 16; ++l) write(first + l * step, v[l]);
            for (size_t l = 0; l < 16; ++l) write(second + l * step, v[l + 16]);
        }
    }

    static HWY_INLINE void move(std::byte* frame, uint32_t where, HostBase memory, const uint64_t* address,
                                LaneMask mask, const AccessShape& shape) {
        if (shape.is(AccessShape::regular)) [[likely]] {
            move_regular(frame, where, memory + shape.first, memory + shape.second, shape.stride,
                         shape.is(AccessShape::contiguous));
        } else {
            const R* const v = slot<R>(frame, where);
            for (LaneMask m = mask; m != 0; m &= m - 1) {
                const uint32_t l = static_cast<uint32_t>(__builtin_ctz(m));
                write(memory + address[l], v[l]);
            }
        }
    }
    static HWY_INLINE void move_row(std::byte* frame, uint32_t where, std::byte* local, uint64_t offset,
                                    LaneMask mask) {
        const R* const v = slot<R>(frame, where);
        auto* const words = reinterpret_cast<uint32_t*>(local + offset / local_word * local_row);
        if constexpr (sizeof(M) == 8) {
            WARPSCOPE_FOR_LANES {
                const bool is_on = mask >> l & 1;
                words[l] = is_on ? static_cast<uint32_t>(v[l]) : words[l];
                words[l + warp_size] = is_on ? static_cast<uint32_t>(uint64_t{v[l]} >> 32) : words[l + warp_size];
            }
        } else {
            const uint32_t shift = static_cast<uint32_t>(offset % local_word) * 8;
            const uint32_t bits = uint32_t{static_cast<M>(~M{0})} << shift;
            WARPSCOPE_FOR_LANES {
                const uint32_t to = mask >> l & 1 ? bits : 0;
                words[l] = (words[l] & ~to) | (uint32_t{static_cast<M>(v[l])} << shift & to);
            }
        }
    }
    static HWY_INLINE void move_word(std::byte* frame, uint32_t where, uint32_t lane, std::byte* place) {
        const uint64_t value = slot<R>(frame, where)[lane];
        auto* const word = reinterpret_cast<uint32_t*>(place);
        word[0] = static_cast<uint32_t>(value);
        word[warp_size] = static_cast<uint32_t>(value >> 32);
    }
    static HWY_INLINE void refuse(std::byte*, uint32_t, LaneMask) {}
};

template<class Op>
HWY_INLINE void move_local(std::byte* frame, uint32_t where, std::byte* local, const uint64_t* offset, uint32_t element,
                           LaneMask mask) {
    alignas(64) uint64_t place[warp_size];
    WARPSCOPE_FOR_LANES place[l] = local_place(offset[l] + element, l);
    if constexpr (sizeof(typename Op::Memory) <= local_word) {
        Op::move(frame, where, HostBase(local, 0), place, mask, AccessShape());
    } else {
        for (LaneMask m = mask; m != 0; m &= m - 1) {
            const uint32_t l = static_cast<uint32_t>(__builtin_ctz(m));
            Op::move_word(frame, where, l, local + place[l]);
        }
    }
}

template<class Op>
struct Slow {
    static void move(std::byte* frame, uint32_t where, HostBase memory, const uint64_t* address, LaneMask mask,
                     const AccessShape& shape) {
        Op::move(frame, where, memory, address, mask, shape);
    }
    static void refuse(std::byte* frame, uint32_t where, LaneMask refused) { Op::refuse(frame, where, refused); }
    static void move_in_local(std::byte* frame, uint32_t where, std::byte* local, const uint64_t* offset,
                              uint32_t element, LaneMask mask, bool one_offset) {
        if (one_offset)
            Op::move_row(frame, where, local, offset[__builtin_ctz(mask)] + element, mask);
        else
            move_local<Op>(frame, where, local, offset, element, mask);
    }
    static constexpr ElementOps ops{
        move, refuse, move_in_local, Op::kind, sizeof(typename Op::Memory), Op::register_bytes};
};

} // namespace HWY_NAMESPACE
} // namespace warpscope::simt
HWY_AFTER_NAMESPACE();

#endif
