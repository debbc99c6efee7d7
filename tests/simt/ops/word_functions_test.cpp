// Compares functions on parts of a word with C++, bit for bit, for every compiler.
#include "simt/compiled.hpp"

#include <algorithm>
#include <cstdlib>
#include <functional>

namespace warpscope::simt {
namespace {

class WordFunctions : public testing::TestWithParam<CompilerConfig> {
protected:
    using Reference = std::function<uint32_t(uint32_t, uint32_t, uint32_t)>;

    void SetUp() override {
        const auto program = compiled_kernels("words.cu", GetParam());
        if (program == nullptr) GTEST_SKIP() << "this compiler is not installed";
        machine = std::make_unique<Machine>(program);
        uint32_t state = 12345;
        const auto any = [&] { return state = state * 1664525 + 1013904223; };
        const std::vector<uint32_t> edges{0,          1,          0x7f7f7f7f, 0x80808080, 0xffffffff, 0x7fffffff,
                                          0x80000000, 0x80008000, 0x7fff8000, 0x01ff80fe, 0x80ff017f, 0xfffe0001};
        std::tie(as, bs) = pairs_of(edges, edges);
        for (int k = 0; k < 300; ++k) {
            as.push_back(any() ^ any() >> 15);
            bs.push_back(any() ^ any() >> 15);
        }
        for (size_t k = 0; k < as.size(); ++k) cs.push_back(k % 3 == 0 ? edges[k % edges.size()] : any());
        for (auto* list : {&as, &bs, &cs}) inputs.push_back(machine->buffer("in", *list));
        out = machine->buffer("out", std::vector<uint32_t>(as.size()));
    }

    void check(const std::string& kernel, const Reference& expected) {
        const auto count = static_cast<uint32_t>(as.size());
        const auto outcome =
            machine->run("k" + kernel, {{(count + 63) / 64, 1, 1}, {64, 1, 1}, 0}, machine->address(out),
                         machine->address(inputs[0]), machine->address(inputs[1]), machine->address(inputs[2]), count);
        ASSERT_TRUE(outcome.findings.empty()) << kernel << ": " << texts_of(outcome)[0];
        const auto got = machine->read<uint32_t>(out);
        for (size_t k = 0; k < as.size(); ++k)
            ASSERT_EQ(got[k], expected(as[k], bs[k], cs[k]))
                << kernel << std::hex << " " << as[k] << " " << bs[k] << " " << cs[k];
    }

    /// Checks a function on the halves and bytes of signed or unsigned numbers.
    using OnPart = std::function<int(int, int)>;
    void check_parts(const std::string& name, bool with_sign, const OnPart& part, bool add_up = false) {
        for (const int parts : {2, 4})
            check(name + std::to_string(parts), [&](uint32_t a, uint32_t b, uint32_t) {
                const int bits = 32 / parts;
                const auto number = [&](uint32_t word, int at) {
                    const auto raw = static_cast<int>(word >> at & ((1u << bits) - 1));
                    return with_sign && raw >> (bits - 1) != 0 ? raw - (1 << bits) : raw;
                };
                uint32_t word = 0;
                width = bits;
                for (int at = 0; at < 32; at += bits) {
                    const auto value = static_cast<uint32_t>(part(number(a, at), number(b, at)));
                    word = add_up ? word + value : word | (value & ((1u << bits) - 1)) << at;
                }
                return word;
            });
    }
    [[nodiscard]] int saturated(int v, bool with_sign) const {
        const int low = with_sign ? -(1 << (width - 1)) : 0;
        return std::clamp(v, low, low + (1 << width) - 1);
    }

    std::unique_ptr<Machine> machine;
    std::vector<uint32_t> as, bs, cs, inputs;
    uint32_t out = 0;
    int width = 0;
};

TEST_P(WordFunctions, ArithmeticMatches) {
    check_parts("__vabs", true, [](int a, int) { return std::abs(a); });
    check_parts("__vabsss", true, [&](int a, int) { return saturated(std::abs(a), true); });
    check_parts("__vneg", true, [](int a, int) { return -a; });
    check_parts("__vnegss", true, [&](int a, int) { return saturated(-a, true); });
    check_parts("__vadd", false, std::plus<>());
    check_parts("__vaddss", true, [&](int a, int b) { return saturated(a + b, true); });
    check_parts("__vaddus", false, [&](int a, int b) { return saturated(a + b, false); });
    check_parts("__vsub", false, std::minus<>());
    check_parts("__vsubss", true, [&](int a, int b) { return saturated(a - b, true); });
    check_parts("__vsubus", false, [&](int a, int b) { return saturated(a - b, false); });
    for (const bool with_sign : {false, true}) {
        const std::string suffix = with_sign ? "s" : "u";
        const auto difference = [](int a, int b) { return std::abs(a - b); };
        check_parts("__vabsdiff" + suffix, with_sign, difference);
        check_parts("__vsad" + suffix, with_sign, difference, true);
        check_parts("__vmax" + suffix, with_sign, [](int a, int b) { return std::max(a, b); });
        check_parts("__vmin" + suffix, with_sign, [](int a, int b) { return std::min(a, b); });
    }
    check_parts("__vavgu", false, [](int a, int b) { return (a + b + 1) >> 1; });
    check_parts("__vhaddu", false, [](int a, int b) { return (a + b) >> 1; });
    // Halves (x.5) are rounded away from zero.
    check_parts("__vavgs", true, [](int a, int b) { return a + b < 0 ? -((1 - a - b) >> 1) : (a + b + 1) >> 1; });
}

TEST_P(WordFunctions, ComparisonsMatch) {
    const std::vector<std::tuple<std::string, std::function<bool(int, int)>>> relations{
        {"ge", std::greater_equal<>()}, {"gt", std::greater<>()}, {"le", std::less_equal<>()}, {"lt", std::less<>()}};
    for (const auto& [name, holds] : relations)
        for (const bool with_sign : {false, true}) {
            const std::string full = name + (with_sign ? "s" : "u");
            check_parts("__vcmp" + full, with_sign, [&](int a, int b) { return holds(a, b) ? -1 : 0; });
            check_parts("__vset" + full, with_sign, [&](int a, int b) { return holds(a, b) ? 1 : 0; });
        }
    check_parts("__vcmpeq", false, [](int a, int b) { return a == b ? -1 : 0; });
    check_parts("__vcmpne", false, [](int a, int b) { return a != b ? -1 : 0; });
    check_parts("__vseteq", false, std::equal_to<>());
    check_parts("__vsetne", false, std::not_equal_to<>());
}

/// Suffix of functions on three words, and the parts that they work on.
struct Form {
    const char* suffix;
    int bits;
    bool with_sign, relu;
};
constexpr Form forms[]{{"_s32", 32, true, false},    {"_u32", 32, false, false},    {"_s16x2", 16, true, false},
                       {"_u16x2", 16, false, false}, {"_s32_relu", 32, true, true}, {"_s16x2_relu", 16, true, true}};

/// Wraps a wider sum to the width of a part.
int64_t part_of(uint64_t value, const Form& form) {
    const uint64_t low = value & ((uint64_t{1} << form.bits) - 1);
    return static_cast<int64_t>(form.with_sign && low >> (form.bits - 1) != 0 ? low - (uint64_t{1} << form.bits) : low);
}

template<class Function>
uint32_t on_parts(const Form& form, uint32_t a, uint32_t b, uint32_t c, Function&& function) {
    uint32_t word = 0;
    for (int at = 0; at < 32; at += form.bits) {
        int64_t value = function(part_of(a >> at, form), part_of(b >> at, form), part_of(c >> at, form));
        if (form.relu) value = std::max<int64_t>(value, 0);
        word |= static_cast<uint32_t>((static_cast<uint64_t>(value) & ((uint64_t{1} << form.bits) - 1)) << at);
    }
    return word;
}

TEST_P(WordFunctions, ThreeWayMinimumAndMaximumMatch) {
    for (const Form& form : forms) {
        const auto three = [&](const std::string& name, auto&& function) {
            check(name + form.suffix,
                  [&](uint32_t a, uint32_t b, uint32_t c) { return on_parts(form, a, b, c, function); });
        };
        const auto sum = [&](int64_t a, int64_t b) { return part_of(static_cast<uint64_t>(a + b), form); };
        three("__vimax3", [](int64_t a, int64_t b, int64_t c) { return std::max({a, b, c}); });
        three("__vimin3", [](int64_t a, int64_t b, int64_t c) { return std::min({a, b, c}); });
        three("__viaddmax", [&](int64_t a, int64_t b, int64_t c) { return std::max(sum(a, b), c); });
        three("__viaddmin", [&](int64_t a, int64_t b, int64_t c) { return std::min(sum(a, b), c); });
        if (form.relu) {
            three("__vimax", [](int64_t a, int64_t b, int64_t) { return std::max(a, b); });
            three("__vimin", [](int64_t a, int64_t b, int64_t) { return std::min(a, b); });
            continue;
        }
        for (const bool greatest : {true, false})
            check(std::string("_vib") + (greatest ? "max" : "min") + form.suffix,
                  [&](uint32_t a, uint32_t b, uint32_t) {
                      return on_parts(form, a, b, 0, [&](int64_t x, int64_t y, int64_t) {
                          const bool first = greatest ? x >= y : x <= y;
                          return (first ? x : y) ^ (first ? 0x5a5a5a5a : 0);
                      });
                  });
    }
}

TEST_P(WordFunctions, ProductsMatch) {
    const auto halves = [](uint32_t a, uint32_t b, int first_byte, bool with_sign) {
        uint32_t sum = 0;
        for (int part = 0; part < 2; ++part) {
            const auto half = static_cast<uint16_t>(a >> 16 * part);
            const auto byte = static_cast<uint8_t>(b >> 8 * (first_byte + part));
            sum += static_cast<uint32_t>(with_sign ? int16_t(half) * int8_t(byte) : half * byte);
        }
        return sum;
    };
    check("__dp2a_lo", [&](uint32_t a, uint32_t b, uint32_t c) { return halves(a, b, 0, false) + c; });
    check("__dp2a_hi", [&](uint32_t a, uint32_t b, uint32_t c) { return halves(a, b, 2, false) + c; });
    check("signed_dp2a",
          [&](uint32_t a, uint32_t b, uint32_t c) { return halves(a, b, 0, true) + c - halves(a, b, 2, true); });
    check("vector_dp4a", [&](uint32_t a, uint32_t b, uint32_t c) {
        for (int at = 0; at < 32; at += 8) c += (a >> at & 255) * (b >> at & 255);
        return c;
    });
}

TEST_P(WordFunctions, MixedSignsAndReversedBytesMatch) {
    check("mixed_min_max", [](uint32_t a, uint32_t b, uint32_t c) {
        const auto wide = static_cast<uint64_t>(int64_t{int32_t(a)} << 8);
        return static_cast<uint32_t>(std::min<uint64_t>(wide, b) >> 3 ^ std::max<uint64_t>(wide, b) >> 5) + c;
    });
    check("reversed", [](uint32_t a, uint32_t b, uint32_t c) {
        return __builtin_bswap32(a) + __builtin_bswap32(b) + __builtin_bswap16(static_cast<uint16_t>(c));
    });
}

WARPSCOPE_FOR_EVERY_COMPILER(WordFunctions);

} // namespace
} // namespace warpscope::simt
