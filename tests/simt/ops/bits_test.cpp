#include "simt/harness.hpp"

#include <bit>

namespace warpscope::simt {
namespace {

/// Returns the bit field of `a` as the manual defines bfe. As on an H100, the 64-bit form uses all bits of position and
/// length, not only the low 8.
template<class T>
T extracted(T a, uint32_t position, uint32_t length) {
    using U = std::make_unsigned_t<T>;
    const uint32_t top = 8 * sizeof(T) - 1;
    if (sizeof(T) == 4) {
        position &= 0xff;
        length &= 0xff;
    }
    const U bits = static_cast<U>(a);
    const U sign = std::is_unsigned_v<T> || length == 0 ? U{0} : bits >> std::min(position + length - 1, top) & 1;
    U result = 0;
    for (uint32_t k = 0; k <= top; ++k)
        result |= (k < length && position + k <= top ? bits >> (position + k) & 1 : sign) << k;
    return static_cast<T>(result);
}
template<class T>
T inserted(T a, T b, uint32_t position, uint32_t length) {
    T result = b;
    for (uint32_t k = 0; k < (length & 0xff) && (position & 0xff) + k < 8 * sizeof(T); ++k) {
        const T bit = T{1} << ((position & 0xff) + k);
        result = (a >> k & 1) != 0 ? result | bit : result & ~bit;
    }
    return result;
}

template<class T>
void check_extract(const std::string& type) {
    for (const T value : {static_cast<T>(0xfedcba9876543210u), static_cast<T>(0x80000001u), static_cast<T>(-1)}) {
        std::vector<T> a;
        std::vector<uint32_t> b, c;
        for (uint32_t position = 0; position < 300; position += position < 70 ? 1 : 37)
            for (uint32_t length = 0; length < 300; length += length < 70 ? 1 : 41) {
                a.push_back(value);
                b.push_back(position);
                c.push_back(length);
            }
        const auto got = run_instruction<T, T, uint32_t, uint32_t>("bfe." + type + " %d, %a, %b, %c;", a, b, c);
        for (size_t k = 0; k < a.size(); ++k)
            ASSERT_EQ(got[k], extracted(a[k], b[k], c[k])) << type << " " << b[k] << " " << c[k];
    }
}

TEST(Bits, ExtractsEveryField) {
    check_extract<uint32_t>("u32");
    check_extract<int32_t>("s32");
    check_extract<uint64_t>("u64");
    check_extract<int64_t>("s64");
}

TEST(Bits, InsertsEveryField) {
    std::vector<uint32_t> a, position, length;
    for (uint32_t p = 0; p < 40; ++p)
        for (uint32_t n = 0; n < 40; ++n) {
            a.push_back(0xdeadbeefu);
            position.push_back(p);
            length.push_back(n);
        }
    const auto got = run_instruction<uint32_t>("bfi.b32 %d, %a, 0x12345678, %b, %c;", a, position, length);
    for (size_t k = 0; k < a.size(); ++k) ASSERT_EQ(got[k], inserted(a[k], 0x12345678u, position[k], length[k]));
    const std::vector<uint64_t> wide(a.size(), 0x0123456789abcdefu);
    const auto got64 =
        run_instruction<uint64_t, uint64_t, uint32_t, uint32_t>("bfi.b64 %d, %a, -1, %b, %c;", wide, position, length);
    for (size_t k = 0; k < a.size(); ++k) ASSERT_EQ(got64[k], inserted(wide[k], ~uint64_t{0}, position[k], length[k]));
}

TEST(Bits, CountsBits) {
    const auto a = edge_integers<uint32_t>();
    const auto popc = run_instruction<uint32_t>("popc.b32 %d, %a;", a),
               clz = run_instruction<uint32_t>("clz.b32 %d, %a;", a),
               brev = run_instruction<uint32_t>("brev.b32 %d, %a;", a),
               high = run_instruction<uint32_t>("bfind.u32 %d, %a;", a),
               high_signed = run_instruction<uint32_t>("bfind.s32 %d, %a;", a),
               shift = run_instruction<uint32_t>("bfind.shiftamt.u32 %d, %a;", a);
    for (size_t k = 0; k < a.size(); ++k) {
        EXPECT_EQ(popc[k], std::popcount(a[k]));
        EXPECT_EQ(clz[k], std::countl_zero(a[k]));
        uint32_t reversed = 0;
        for (uint32_t bit = 0; bit < 32; ++bit) reversed |= (a[k] >> bit & 1) << (31 - bit);
        EXPECT_EQ(brev[k], reversed);
        EXPECT_EQ(high[k], a[k] == 0 ? ~0u : 31u - static_cast<uint32_t>(std::countl_zero(a[k])));
        const uint32_t flipped = static_cast<int32_t>(a[k]) < 0 ? ~a[k] : a[k];
        EXPECT_EQ(high_signed[k], flipped == 0 ? ~0u : 31u - static_cast<uint32_t>(std::countl_zero(flipped)));
        EXPECT_EQ(shift[k], a[k] == 0 ? ~0u : static_cast<uint32_t>(std::countl_zero(a[k])));
    }
    const auto wide = edge_integers<uint64_t>();
    const auto clz64 = run_instruction<uint32_t>("clz.b64 %d, %a;", wide),
               popc64 = run_instruction<uint32_t>("popc.b64 %d, %a;", wide);
    for (size_t k = 0; k < wide.size(); ++k) {
        EXPECT_EQ(clz64[k], std::countl_zero(wide[k]));
        EXPECT_EQ(popc64[k], std::popcount(wide[k]));
    }
}

TEST(Bits, Lop3UsesEveryTruthTable) {
    const std::vector<uint32_t> a{0xf0f0f0f0u}, b{0xccccccccu}, c{0xaaaaaaaau};
    for (uint32_t table = 0; table < 256; ++table) {
        const auto got = run_instruction<uint32_t>("lop3.b32 %d, %a, %b, %c, " + std::to_string(table) + ";", a, b, c);
        ASSERT_EQ(got[0], table * 0x01010101u) << table;
    }
}

TEST(Bits, FunnelShiftsClampAndWrap) {
    for (uint32_t amount : {0u, 1u, 31u, 32u, 33u, 63u, 100u}) {
        const std::vector<uint32_t> low{0x89abcdefu}, high{0x01234567u}, n{amount};
        const uint64_t pair = 0x0123456789abcdefu;
        const auto run = [&](const std::string& form) {
            return run_instruction<uint32_t>("shf." + form + ".b32 %d, %a, %b, %c;", low, high, n)[0];
        };
        EXPECT_EQ(run("l.wrap"), static_cast<uint32_t>(pair << (amount & 31) >> 32)) << amount;
        EXPECT_EQ(run("r.wrap"), static_cast<uint32_t>(pair >> (amount & 31))) << amount;
        EXPECT_EQ(run("l.clamp"), static_cast<uint32_t>(pair << std::min(amount, 32u) >> 32)) << amount;
        EXPECT_EQ(run("r.clamp"), static_cast<uint32_t>(pair >> std::min(amount, 32u))) << amount;
    }
}

TEST(Bits, PermuteTakesBytesAndSigns) {
    const auto run = [](const std::string& mode, uint32_t selector) {
        return run_instruction<uint32_t>("prmt.b32" + mode + " %d, %a, %b, %c;", std::vector<uint32_t>{0x83828180u},
                                         std::vector<uint32_t>{0x07060504u}, std::vector<uint32_t>{selector})[0];
    };
    EXPECT_EQ(run("", 0x3210), 0x83828180u);
    EXPECT_EQ(run("", 0x7654), 0x07060504u);
    EXPECT_EQ(run("", 0x8c07), 0xff008007u); // 8: sign of byte 0, c: sign of byte 4
    EXPECT_EQ(run(".f4e", 1), 0x04838281u);
    EXPECT_EQ(run(".b4e", 1), 0x06078081u);
    EXPECT_EQ(run(".rc8", 2), 0x82828282u);
    EXPECT_EQ(run(".ecl", 2), 0x83828282u);
    EXPECT_EQ(run(".ecr", 1), 0x81818180u);
    EXPECT_EQ(run(".rc16", 1), 0x83828382u);
}

TEST(Bits, SelectAcceptsNegatedPredicates) {
    const std::vector<uint32_t> a{1, 2, 3, 4};
    EXPECT_EQ(run_instruction<uint32_t>("setp.gt.u32 %p0, %a, 2; selp.b32 %d, 10, 20, %p0;", a),
              (std::vector<uint32_t>{20, 20, 10, 10}));
    EXPECT_EQ(run_instruction<uint32_t>("setp.gt.u32 %p0, %a, 2; not.pred %p1, %p0; selp.b32 %d, 10, 20, %p1;", a),
              (std::vector<uint32_t>{10, 10, 20, 20}));
    EXPECT_EQ(run_instruction<uint32_t>("setp.gt.u32 %p0, %a, 2; selp.b32 %d, 10, 20, !%p0;", a),
              (std::vector<uint32_t>{10, 10, 20, 20}));
    EXPECT_EQ(run_instruction<uint32_t>("slct.u32.s32 %d, 10, 20, %a;", std::vector<uint32_t>{0, 1, ~0u, 1u << 31}),
              (std::vector<uint32_t>{10, 10, 20, 20}));
}

TEST(Bits, ComparisonsCombineWithPredicates) {
    const std::vector<uint32_t> a{0, 1, 2, 3};
    EXPECT_EQ(run_instruction<uint32_t>(
                  "setp.lt.u32 %p0, %a, 1; setp.ge.and.u32 %p1|%p2, %a, 2, !%p0; selp.b32 %t0, 1, 0, %p1;"
                  " selp.b32 %t1, 2, 0, %p2; or.b32 %d, %t0, %t1;",
                  a),
              (std::vector<uint32_t>{0, 2, 1, 1}));
    EXPECT_EQ(run_instruction<uint32_t>("set.gt.u32.s32 %d, %a, 1;", a), (std::vector<uint32_t>{0, 0, ~0u, ~0u}));
    EXPECT_EQ(run_instruction<uint32_t>("set.gt.f32.s32 %d, %a, 1;", a),
              (std::vector<uint32_t>{0, 0, 0x3f800000, 0x3f800000}));
}

TEST(Bits, PacksAndUnpacks) {
    EXPECT_EQ(run_instruction<uint64_t>("{ .reg .b32 %l, %h; mov.b64 {%l, %h}, %a; mov.b64 %d, {%h, %l}; }",
                                        std::vector<uint64_t>{0x0123456789abcdefu})[0],
              0x89abcdef01234567u);
    EXPECT_EQ(run_instruction<uint64_t>("{ .reg .b16 %w<4>; mov.b64 {%w0, %w1, %w2, %w3}, %a;"
                                        " mov.b64 %d, {%w3, %w2, %w1, %w0}; }",
                                        std::vector<uint64_t>{0x0123456789abcdefu})[0],
              0xcdef89ab45670123u);
    EXPECT_EQ(run_instruction<uint16_t>("mov.b32 {_, %d}, %a;", std::vector<uint32_t>{0x12345678u})[0], 0x1234u);
}

TEST(Bits, FindNthSetMatchesH100) {
    const uint32_t none = ~0u, min = 0x80000000u;
    const std::vector<uint32_t> mask{5, 5, 5, 2, 5, 0, 5}, base{2, 34, 34, 34, 1, 1, 1},
        offset{0, 0, 1, 0, min, min, min + 1};
    EXPECT_EQ(run_instruction<uint32_t>("fns.b32 %d, %a, %b, %c;", mask, base, offset),
              (std::vector<uint32_t>{2, none, none, none, 0, 0, none}));
}

} // namespace
} // namespace warpscope::simt
