// Table inputs: shift counts, powers of two and their neighbors, limits of integers, and floats of every class,
// including ties of conversions.
#include "conformance/forms.hpp"

#include <array>
#include <bit>
#include <cmath>
#include <cstring>
#include <span>

namespace warpscope::conformance {
namespace {

constexpr uint64_t edges_16[] = {0x0,    0x1,    0x2,    0x3ff,  0x400,  0x3bff, 0x3c00, 0x3c01, 0x3e00, 0x4100, 0x7bff,
                                 0x7c00, 0x7c01, 0x7e00, 0x7fff, 0x8000, 0x8001, 0xbc00, 0xfbff, 0xfc00, 0xffff, 0xfe12,
                                 0x7f80, 0x7f81, 0xff80, 0x80,   0x7f,   0x5bf8, 0x6400, 0x3555, 0x3800, 0x4248};
constexpr uint64_t edges_32[] = {
    0x3f7fffff, 0x800001,   0x80800001, 0x0,        0x1,        0x2,        0x3,        0x5,        0x7,
    0x8,        0xf,        0x10,       0x17,       0x18,       0x1f,       0x20,       0x21,       0x28,
    0x3f,       0x40,       0x41,       0x64,       0x7f,       0x80,       0xff,       0x100,      0x7fff,
    0x8000,     0xffff,     0x10000,    0x7fffffff, 0x80000000, 0x80000001, 0xfffffffe, 0xffffffff, 0x3f800000,
    0xbf800000, 0x3f000000, 0x3fc00000, 0x40200000, 0x40490fdb, 0x800000,   0x7fffff,   0x80000001, 0x80800000,
    0x7f7fffff, 0xff7fffff, 0x7f800000, 0xff800000, 0x7fc00000, 0x7f800001, 0xffc12345, 0x4b000001, 0x4b800000,
    0x4f000000, 0x4effffff, 0xcf000000, 0x4f7fffff, 0x4f800000, 0x5f000000, 0x33800000, 0x38800000, 0x387fc000,
    0x477fe000, 0x477ff000, 0x3f800001, 0x34000000, 0x3effffff, 0x437f8000, 0x42ff0000, 0x3c003c01, 0x7bff0400};
constexpr uint64_t edges_64[] = {0x0,
                                 0x1,
                                 0x2,
                                 0x1f,
                                 0x20,
                                 0x3f,
                                 0x40,
                                 0x41,
                                 0xff,
                                 0x7fffffff,
                                 0x80000000,
                                 0xffffffff,
                                 0x100000000,
                                 0x7fffffffffffffff,
                                 0x8000000000000000,
                                 0x8000000000000001,
                                 0xffffffffffffffff,
                                 0x3ff0000000000000,
                                 0xbff0000000000000,
                                 0x3fe0000000000000,
                                 0x3ff8000000000000,
                                 0x4004000000000000,
                                 0x400921fb54442d18,
                                 0x10000000000000,
                                 0xfffffffffffff,
                                 0x8000000000000001,
                                 0x7fefffffffffffff,
                                 0xffefffffffffffff,
                                 0x7ff0000000000000,
                                 0xfff0000000000000,
                                 0x7ff8000000000000,
                                 0x7ff0000000000001,
                                 0xfff8123456789abc,
                                 0x4330000000000001,
                                 0x41dfffffffc00000,
                                 0x41e0000000000000,
                                 0x43e0000000000000,
                                 0x47efffffe0000000,
                                 0x47effffff0000000,
                                 0x36a0000000000000,
                                 0x369fffffffffffff,
                                 0x3810000000000000,
                                 0x380fffffffffffff,
                                 0x3ff0000010000000,
                                 0x3ff0000030000000,
                                 0x40effc0000000000,
                                 0x3e60000000000000};

/// splitmix64, the same on every machine.
struct Random {
    uint64_t state;

    uint64_t next() {
        uint64_t z = state += 0x9e3779b97f4a7c15ull;
        z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9ull;
        z = (z ^ z >> 27) * 0x94d049bb133111ebull;
        return z ^ z >> 31;
    }
    int between(int from, int to) { return from + static_cast<int>(next() % static_cast<uint64_t>(to - from + 1)); }
    /// Returns a number of either sign and moderate size.
    double moderate() {
        const double sign = (next() & 1) != 0 ? -1 : 1;
        return sign * std::ldexp(1 + static_cast<double>(next() >> 12) * 0x1p-52, between(-20, 40));
    }
};

uint64_t random_value(Random& random, uint32_t bytes) {
    const int kind = random.between(0, 3);
    if (bytes == 4 && kind == 0) return std::bit_cast<uint32_t>(static_cast<float>(random.moderate()));
    if (bytes == 4 && kind == 1) return static_cast<uint64_t>(random.between(0, 79)); // shift counts, bit positions
    if (bytes == 8 && kind == 0) return std::bit_cast<uint64_t>(random.moderate());
    if (bytes == 8 && kind == 1) // a double that is exact as a float
        return std::bit_cast<uint64_t>(static_cast<double>(std::bit_cast<float>(static_cast<uint32_t>(random.next()))));
    return random.next();
}

std::span<const uint64_t> edges(uint32_t bytes) {
    if (bytes == 2) return edges_16;
    if (bytes == 4) return edges_32;
    return edges_64;
}

SharedBytes made_inputs(uint32_t bytes, uint32_t operand) {
    const std::span<const uint64_t> known = edges(bytes);
    Random random{bytes * 3 + operand};
    Bytes values(size_t{table_size} * bytes);
    for (size_t i = 0; i < table_size; ++i) {
        uint64_t value = random_value(random, bytes);
        // Combines every edge case of `a` with every edge case of `b`; `c` varies.
        if (i < known.size() * known.size())
            value = operand == 0   ? known[i / known.size() % known.size()]
                    : operand == 1 ? known[i % known.size()]
                                   : known[(i * 7 + 3) % known.size()];
        std::memcpy(values.data() + i * bytes, &value, bytes);
    }
    return std::make_shared<const Bytes>(std::move(values));
}

} // namespace

SharedBytes table_inputs(uint32_t bytes, uint32_t operand) {
    // Computed once, because thousands of forms use them.
    static const auto all = [] {
        std::array<SharedBytes, 9> made;
        for (uint32_t k = 0; k < made.size(); ++k) made[k] = made_inputs(2u << k / 3, k % 3);
        return made;
    }();
    return all[static_cast<size_t>(std::countr_zero(bytes) - 1) * 3 + operand];
}

} // namespace warpscope::conformance
