// Functions on two halves or four bytes of a word, and on three words. clang finds them in
// warpscope/language/packed_integers.h and warpscope/math/min_max.h. Function NAME has the kernel kNAME.
#define KERNEL(name, ...)                                                                                              \
    extern "C" __global__ void k##name(unsigned* out, const unsigned* as, const unsigned* bs, const unsigned* cs,      \
                                       int count) {                                                                    \
        const int t = blockIdx.x * blockDim.x + threadIdx.x;                                                           \
        if (t >= count) return;                                                                                        \
        const unsigned a = as[t], b = bs[t], c = cs[t];                                                                \
        out[t] = static_cast<unsigned>(name(__VA_ARGS__));                                                             \
    }
#define ONE(name) KERNEL(name##2, a + 0 * (b + c)) KERNEL(name##4, a + 0 * (b + c))
#define TWO(name) KERNEL(name##2, a, b + 0 * c) KERNEL(name##4, a, b + 0 * c)
#define THREE(name) KERNEL(name, a, b, c)

ONE(__vabs) ONE(__vabsss) ONE(__vneg) ONE(__vnegss)
TWO(__vadd) TWO(__vaddss) TWO(__vaddus) TWO(__vsub) TWO(__vsubss) TWO(__vsubus)
TWO(__vabsdiffs) TWO(__vabsdiffu) TWO(__vavgs) TWO(__vavgu) TWO(__vhaddu)
TWO(__vmaxs) TWO(__vmaxu) TWO(__vmins) TWO(__vminu) TWO(__vsads) TWO(__vsadu)
TWO(__vcmpeq) TWO(__vcmpne) TWO(__vcmpges) TWO(__vcmpgeu) TWO(__vcmpgts) TWO(__vcmpgtu) TWO(__vcmples) TWO(__vcmpleu)
TWO(__vcmplts) TWO(__vcmpltu)
TWO(__vseteq) TWO(__vsetne) TWO(__vsetges) TWO(__vsetgeu) TWO(__vsetgts) TWO(__vsetgtu) TWO(__vsetles) TWO(__vsetleu)
TWO(__vsetlts) TWO(__vsetltu)

#define THREES(name)                                                                                                   \
    THREE(name##_s32) THREE(name##_u32) THREE(name##_s32_relu) THREE(name##_s16x2) THREE(name##_u16x2)                 \
    THREE(name##_s16x2_relu)
THREES(__vimax3) THREES(__vimin3) THREES(__viaddmax) THREES(__viaddmin)

#define RELU(name) KERNEL(name, a, b + 0 * c)
RELU(__vimax_s32_relu) RELU(__vimin_s32_relu) RELU(__vimax_s16x2_relu) RELU(__vimin_s16x2_relu)

// Encodes in the result which operand was chosen.
template<class Function>
__device__ unsigned with_one(Function function, unsigned a, unsigned b) {
    bool first;
    const unsigned value = static_cast<unsigned>(function(a, b, &first));
    return value ^ (first ? 0x5a5a5a5au : 0);
}
template<class Function>
__device__ unsigned with_two(Function function, unsigned a, unsigned b) {
    bool high, low;
    const unsigned value = function(a, b, &high, &low);
    return value ^ (high ? 0x5a5a0000u : 0) ^ (low ? 0x5a5au : 0);
}
__device__ unsigned _vibmax_s32(unsigned a, unsigned b) { return with_one(__vibmax_s32, a, b); }
__device__ unsigned _vibmax_u32(unsigned a, unsigned b) { return with_one(__vibmax_u32, a, b); }
__device__ unsigned _vibmin_s32(unsigned a, unsigned b) { return with_one(__vibmin_s32, a, b); }
__device__ unsigned _vibmin_u32(unsigned a, unsigned b) { return with_one(__vibmin_u32, a, b); }
__device__ unsigned _vibmax_s16x2(unsigned a, unsigned b) { return with_two(__vibmax_s16x2, a, b); }
__device__ unsigned _vibmax_u16x2(unsigned a, unsigned b) { return with_two(__vibmax_u16x2, a, b); }
__device__ unsigned _vibmin_s16x2(unsigned a, unsigned b) { return with_two(__vibmin_s16x2, a, b); }
__device__ unsigned _vibmin_u16x2(unsigned a, unsigned b) { return with_two(__vibmin_u16x2, a, b); }
RELU(_vibmax_s32) RELU(_vibmax_u32) RELU(_vibmin_s32) RELU(_vibmin_u32)
RELU(_vibmax_s16x2) RELU(_vibmax_u16x2) RELU(_vibmin_s16x2) RELU(_vibmin_u16x2)

// Products of halves and bytes, bytes in reverse order, min and max of mixed signs.
THREE(__dp2a_lo) THREE(__dp2a_hi)
__device__ unsigned signed_dp2a(unsigned a, unsigned b, unsigned c) {
    const short2 halves = make_short2(static_cast<short>(a), static_cast<short>(a >> 16));
    const char4 bytes = make_char4(static_cast<signed char>(b), static_cast<signed char>(b >> 8),
                                   static_cast<signed char>(b >> 16), static_cast<signed char>(b >> 24));
    return static_cast<unsigned>(__dp2a_lo(halves, bytes, static_cast<int>(c)) -
                                 __dp2a_hi(static_cast<int>(a), static_cast<int>(b), 0));
}
__device__ unsigned vector_dp4a(unsigned a, unsigned b, unsigned c) {
    const uchar4 bytes = make_uchar4(a & 255, a >> 8 & 255, a >> 16 & 255, a >> 24);
    const uchar4 others = make_uchar4(b & 255, b >> 8 & 255, b >> 16 & 255, b >> 24);
    return __dp4a(bytes, others, c);
}
__device__ unsigned mixed_min_max(unsigned a, unsigned b, unsigned c) {
    const long long wide = static_cast<long long>(static_cast<int>(a)) << 8;
    const unsigned long long narrow = b;
    return static_cast<unsigned>(min(wide, narrow) >> 3 ^ max(narrow, wide) >> 5) + c;
}
__device__ unsigned reversed(unsigned a, unsigned b, unsigned c) {
    return __nv_bswap32(a) + static_cast<unsigned>(__nv_bswap64(b) >> 32) + __nv_bswap16(static_cast<unsigned short>(c));
}
THREE(signed_dp2a) THREE(vector_dp4a) THREE(mixed_min_max) THREE(reversed)
