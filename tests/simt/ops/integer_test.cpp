#include "simt/harness.hpp"

#include <functional>

namespace warpscope::simt {
namespace {

template<class D, class A, class B, class Expected>
void check_pairs(const std::string& instruction, Expected&& expected) {
    const auto [a, b] = pairs_of(edge_integers<A>(), edge_integers<B>());
    const std::vector<D> got = run_instruction<D>(instruction, a, b);
    for (size_t k = 0; k < a.size(); ++k)
        ASSERT_EQ(got[k], static_cast<D>(expected(a[k], b[k]))) << instruction << " of " << +a[k] << ", " << +b[k];
}
template<class D, class A, class Expected>
void check_each(const std::string& instruction, Expected&& expected) {
    const std::vector<A> a = edge_integers<A>();
    const std::vector<D> got = run_instruction<D>(instruction, a);
    for (size_t k = 0; k < a.size(); ++k)
        ASSERT_EQ(got[k], static_cast<D>(expected(a[k]))) << instruction << " of " << +a[k];
}

template<class T>
using Signed = std::make_signed_t<T>;

template<class T>
class Integer : public testing::Test {
protected:
    static std::string type() { return (std::is_signed_v<T> ? "s" : "u") + std::to_string(8 * sizeof(T)); }
    static std::string op(const std::string& name) { return name + "." + type(); }
};
using Types = testing::Types<uint16_t, int16_t, uint32_t, int32_t, uint64_t, int64_t>;
TYPED_TEST_SUITE(Integer, Types);

TYPED_TEST(Integer, ArithmeticMatches) {
    using T = TypeParam;
    using U = std::make_unsigned_t<T>;
    using Wide = std::conditional_t<std::is_signed_v<T>, __int128, unsigned __int128>;
    check_pairs<T, T, T>(this->op("add") + " %d, %a, %b;",
                         [](T a, T b) { return static_cast<U>(a) + static_cast<U>(b); });
    check_pairs<T, T, T>(this->op("sub") + " %d, %a, %b;",
                         [](T a, T b) { return static_cast<U>(a) - static_cast<U>(b); });
    check_pairs<T, T, T>(this->op("mul.lo") + " %d, %a, %b;", [](T a, T b) { return Wide{a} * Wide{b}; });
    check_pairs<T, T, T>(this->op("mul.hi") + " %d, %a, %b;",
                         [](T a, T b) { return Wide{a} * Wide{b} >> (8 * sizeof(T)); });
    check_pairs<T, T, T>(this->op("mad.lo") + " %d, %a, %b, %a;", [](T a, T b) { return Wide{a} * Wide{b} + a; });
    check_pairs<T, T, T>(this->op("mad.hi") + " %d, %a, %b, %a;",
                         [](T a, T b) { return (Wide{a} * Wide{b} >> (8 * sizeof(T))) + a; });
    check_pairs<T, T, T>(this->op("min") + " %d, %a, %b;", [](T a, T b) { return std::min(a, b); });
    check_pairs<T, T, T>(this->op("max") + " %d, %a, %b;", [](T a, T b) { return std::max(a, b); });
    check_pairs<T, T, T>(this->op("sad") + " %d, %a, %b, %b;",
                         [](T a, T b) { return (a < b ? Wide{b} - a : Wide{a} - b) + b; });
}

TYPED_TEST(Integer, DivisionHandlesZeroAndOverflow) {
    using T = TypeParam;
    using Wide = std::conditional_t<std::is_signed_v<T>, __int128, unsigned __int128>;
    check_pairs<T, T, T>(this->op("div") + " %d, %a, %b;",
                         [](T a, T b) { return b == 0 ? ~Wide{0} : Wide{a} / Wide{b}; });
    check_pairs<T, T, T>(this->op("rem") + " %d, %a, %b;",
                         [](T a, T b) { return b == 0 ? ~Wide{0} : Wide{a} % Wide{b}; });
}

TYPED_TEST(Integer, LargeShiftsClearEverything) {
    using T = TypeParam;
    using U = std::make_unsigned_t<T>;
    constexpr uint32_t width = 8 * sizeof(T);
    check_pairs<T, T, uint32_t>("shl.b" + std::to_string(width) + " %d, %a, %b;", [](T a, uint32_t b) {
        return b >= width ? T{0} : static_cast<T>(static_cast<U>(a) << b);
    });
    check_pairs<T, T, uint32_t>(this->op("shr") + " %d, %a, %b;", [](T a, uint32_t b) {
        return b >= width ? (a < 0 ? T(-1) : T(0)) : static_cast<T>(a >> b);
    });
}

TEST(IntegerForms, WideProductsMatch) {
    check_pairs<uint64_t, uint32_t, uint32_t>("mul.wide.u32 %d, %a, %b;", [](uint64_t a, uint64_t b) { return a * b; });
    check_pairs<int64_t, int32_t, int32_t>("mul.wide.s32 %d, %a, %b;", [](int64_t a, int64_t b) { return a * b; });
    check_pairs<int32_t, int16_t, int16_t>("mul.wide.s16 %d, %a, %b;", [](int32_t a, int32_t b) { return a * b; });
    check_pairs<uint32_t, uint16_t, uint16_t>("mul.wide.u16 %d, %a, %b;", [](uint32_t a, uint32_t b) { return a * b; });
    const std::vector<int32_t> a{-1, 2147483647, -2147483647 - 1};
    const auto sums = run_instruction<int64_t, int32_t, int32_t, int64_t>("mad.wide.s32 %d, %a, %b, %c;", a, a,
                                                                          std::vector<int64_t>{5, -7, INT64_MAX});
    EXPECT_EQ(sums[0], 6);
    EXPECT_EQ(sums[1], int64_t{2147483647} * 2147483647 - 7);
    EXPECT_EQ(static_cast<uint64_t>(sums[2]), (uint64_t{1} << 62) + static_cast<uint64_t>(INT64_MAX));
}

TEST(IntegerForms, SaturationClampsTo32Bits) {
    check_pairs<int32_t, int32_t, int32_t>("add.sat.s32 %d, %a, %b;", [](int64_t a, int64_t b) {
        return std::clamp<int64_t>(a + b, INT32_MIN, INT32_MAX);
    });
    check_pairs<int32_t, int32_t, int32_t>("sub.sat.s32 %d, %a, %b;", [](int64_t a, int64_t b) {
        return std::clamp<int64_t>(a - b, INT32_MIN, INT32_MAX);
    });
}

TEST(IntegerForms, SignOperationsMatch) {
    check_each<int32_t, int32_t>("abs.s32 %d, %a;", [](int64_t a) { return a < 0 ? -a : a; });
    check_each<int32_t, int32_t>("neg.s32 %d, %a;", [](int64_t a) { return -a; });
    check_each<int64_t, int64_t>("neg.s64 %d, %a;", [](int64_t a) { return uint64_t{0} - static_cast<uint64_t>(a); });
    check_each<int16_t, int16_t>("abs.s16 %d, %a;", [](int32_t a) { return a < 0 ? -a : a; });
}

TEST(IntegerForms, CarriesPropagate) {
    // Computes sum and difference of 64 bits from 32-bit halves.
    check_pairs<uint64_t, uint64_t, uint64_t>(
        "{ .reg .b32 %al, %ah, %bl, %bh; mov.b64 {%al, %ah}, %a; mov.b64 {%bl, %bh}, %b; add.cc.u32 %al, %al, %bl;"
        " addc.u32 %ah, %ah, %bh; mov.b64 %d, {%al, %ah}; }",
        [](uint64_t a, uint64_t b) { return a + b; });
    check_pairs<uint64_t, uint64_t, uint64_t>(
        "{ .reg .b32 %al, %ah, %bl, %bh; mov.b64 {%al, %ah}, %a; mov.b64 {%bl, %bh}, %b; sub.cc.u32 %al, %al, %bl;"
        " subc.u32 %ah, %ah, %bh; mov.b64 %d, {%al, %ah}; }",
        [](uint64_t a, uint64_t b) { return a - b; });
    check_pairs<uint64_t, uint64_t, uint64_t>("{ .reg .b64 %s; add.cc.u64 %s, %a, %b; addc.u64 %d, 0, 0; }",
                                              [](uint64_t a, uint64_t b) { return a + b < a ? 1 : 0; });
    check_pairs<uint64_t, uint32_t, uint32_t>(
        "{ .reg .b32 %l, %h; mad.lo.cc.u32 %l, %a, %b, %a; madc.hi.u32 %h, %a, %b, 0; mov.b64 %d, {%l, %h}; }",
        [](uint64_t a, uint64_t b) { return a * b + a; });
}

TEST(IntegerForms, SumsAndDifferencesShareCarry) {
    // Results of an H100 (docs/MEASUREMENTS.md): a subtraction sets the carry if there is no borrow.
    const std::vector<uint32_t> a{5, 3, 0xffffffff, 7}, b{3, 5, 2, 7};
    const auto after = [&](const std::string& instructions) {
        return run_instruction<uint32_t, uint32_t>("{ .reg .b32 %x; " + instructions + " }", a, b);
    };
    using Answers = std::vector<uint32_t>;
    EXPECT_EQ(after("sub.cc.u32 %x, %a, %b; addc.u32 %d, 0, 0;"), (Answers{1, 0, 1, 1}));
    EXPECT_EQ(after("sub.cc.u32 %x, %a, %b; madc.lo.u32 %d, 1, 1, 5;"), (Answers{7, 6, 7, 7}));
    EXPECT_EQ(after("add.cc.u32 %x, %a, %b; subc.u32 %d, 0, 0;"), (Answers{~0u, ~0u, 0, ~0u}));
    EXPECT_EQ(after("mad.lo.cc.u32 %x, %a, %b, %a; subc.u32 %d, 0, 0;"), (Answers{~0u, ~0u, 0, ~0u}));
    EXPECT_EQ(after("sub.cc.u32 %x, %a, %b; subc.cc.u32 %x, 0, 0; addc.u32 %d, 0, 0;"), (Answers{1, 0, 1, 1}));
    EXPECT_EQ(after("sub.cc.u32 %x, %a, %b; addc.cc.u32 %x, %a, %a; subc.u32 %d, 0, 0;"), (Answers{~0u, ~0u, 0, ~0u}));
}

TEST(IntegerForms, TwentyFourBitProductsMatch) {
    check_pairs<uint32_t, uint32_t, uint32_t>("mul24.lo.u32 %d, %a, %b;",
                                              [](uint64_t a, uint64_t b) { return (a & 0xffffff) * (b & 0xffffff); });
    check_pairs<int32_t, int32_t, int32_t>("mul24.hi.s32 %d, %a, %b;", [](int32_t a, int32_t b) {
        return int64_t{static_cast<int32_t>(static_cast<uint32_t>(a) << 8) >> 8} *
                   int64_t{static_cast<int32_t>(static_cast<uint32_t>(b) << 8) >> 8} >>
               16;
    });
}

TEST(IntegerForms, DotProductsMatch) {
    check_pairs<int32_t, uint32_t, uint32_t>("dp4a.s32.u32 %d, %a, %b, 5;", [](uint32_t a, uint32_t b) {
        int32_t sum = 5;
        for (int k = 0; k < 4; ++k) sum += static_cast<int8_t>(a >> 8 * k) * static_cast<int32_t>(b >> 8 * k & 0xff);
        return sum;
    });
    check_pairs<int32_t, uint32_t, uint32_t>("dp2a.hi.s32.s32 %d, %a, %b, -1;", [](uint32_t a, uint32_t b) {
        int32_t sum = -1;
        for (int k = 0; k < 2; ++k) sum += static_cast<int16_t>(a >> 16 * k) * static_cast<int8_t>(b >> 8 * (k + 2));
        return sum;
    });
}

TEST(IntegerForms, DivisionByZeroIsAFinding) {
    Machine machine(module_text(".entry k(.param .u64 p) { .reg .b64 %rd; .reg .b32 %r<3>; ld.param.u64 %rd, [p];"
                                " ld.global.u32 %r1, [%rd]; mov.u32 %r0, 7; div.s32 %r2, %r0, %r1;"
                                " st.global.u32 [%rd], %r2; ret; }"));
    const uint32_t buffer = machine.buffer("p", std::vector<uint32_t>{0});
    const LaunchOutcome outcome = machine.run("k", {}, machine.address(buffer));
    EXPECT_EQ(texts_of(outcome), std::vector<std::string>{"division_by_zero: integer division by zero"});
}

} // namespace
} // namespace warpscope::simt
