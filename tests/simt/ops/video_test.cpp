// Compares video instructions and pairs of integers with C++, part by part.
#include <algorithm>
#include <cmath>
#include <functional>

#include "ptx/parser.hpp"
#include "simt/harness.hpp"

#include "ptx/parser.hpp"

namespace warpscope::simt {
namespace {

using Operation = std::function<int64_t(int64_t, int64_t)>;

struct Named {
    const char* name;
    Operation of;
};

const std::vector<Named>& operations() {
    static const std::vector<Named> all{
        {"vadd", [](int64_t a, int64_t b) { return a + b; }},
        {"vsub", [](int64_t a, int64_t b) { return a - b; }},
        {"vabsdiff", [](int64_t a, int64_t b) { return std::max(a, b) - std::min(a, b); }},
        {"vmin", [](int64_t a, int64_t b) { return a < b ? a : b; }},
        {"vmax", [](int64_t a, int64_t b) { return a < b ? b : a; }},
    };
    return all;
}

int64_t part(uint32_t word, uint32_t index, uint32_t bits, bool is_signed) {
    int64_t value = bits == 32 ? word : word >> index * bits & ((1u << bits) - 1);
    if (is_signed && (value >> (bits - 1) & 1) != 0) value -= int64_t{1} << bits;
    return value;
}

int64_t saturated(int64_t value, uint32_t bits, bool is_signed) {
    const int64_t max = (int64_t{1} << (is_signed ? bits - 1 : bits)) - 1;
    return std::min(std::max(value, is_signed ? -max - 1 : int64_t{0}), max);
}

std::vector<uint32_t> words() {
    std::vector<uint32_t> all{0,          1,          0x7f,       0x80,       0xff,       0x7fff,
                              0x8000,     0xffff,     0x7f80ff01, 0x80007fff, 0xffffffff, 0x7fffffff,
                              0x80000000, 0x01020304, 0xfedcba98, 0x80808080, 0x7f7f7f7f, 0x00ff00ff};
    uint32_t state = 12345;
    for (int k = 0; k < 14; ++k) all.push_back(state = state * 1664525u + 1013904223u);
    return all;
}

std::string type(bool is_signed) { return is_signed ? ".s32" : ".u32"; }

void check(const std::string& instruction, const std::function<uint32_t(uint32_t, uint32_t, uint32_t)>& expected) {
    const auto [a, b] = pairs_of(words(), words());
    std::vector<uint32_t> c;
    for (size_t k = 0; k < a.size(); ++k) c.push_back(a[(k * 7 + 3) % a.size()] ^ b[(k * 5 + 1) % b.size()]);
    const auto got = run_instruction<uint32_t>(instruction, a, b, c);
    for (size_t k = 0; k < a.size(); ++k)
        ASSERT_EQ(got[k], expected(a[k], b[k], c[k]))
            << instruction << std::hex << " " << a[k] << " " << b[k] << " " << c[k];
}

/// Computes of(k) for every part k in `mask`. Replaces part k of `c` by the result or, if `adds`, adds the result to
/// `c`.
uint32_t combined(uint32_t parts, const std::function<int64_t(uint32_t)>& of, uint32_t c, bool adds, uint32_t mask) {
    const uint32_t bits = 32 / parts;
    uint32_t d = c;
    for (uint32_t k = 0; k < parts; ++k) {
        if ((mask >> k & 1) == 0) continue;
        const auto value = static_cast<uint32_t>(of(k));
        const uint32_t field = (1u << bits) - 1;
        d = adds ? d + value : (d & ~(field << k * bits)) | (value & field) << k * bits;
    }
    return d;
}

TEST(Video, EveryPartAndSignednessMatches) {
    for (const uint32_t parts : {2u, 4u})
        for (const Named& operation : operations())
            for (uint32_t signs = 0; signs < 8; ++signs)
                for (const std::string suffix : {"", ".sat", ".add"}) {
                    const bool d_signed = signs & 1, a_signed = signs & 2, b_signed = signs & 4;
                    const uint32_t bits = 32 / parts;
                    check(operation.name + std::to_string(parts) + type(d_signed) + type(a_signed) + type(b_signed) +
                              suffix + " %d, %a, %b, %c;",
                          [&](uint32_t a, uint32_t b, uint32_t c) {
                              const auto of = [&](uint32_t k) {
                                  const int64_t value =
                                      operation.of(part(a, k, bits, a_signed), part(b, k, bits, b_signed));
                                  return suffix == ".sat" ? saturated(value, bits, d_signed) : value;
                              };
                              return combined(parts, of, c, suffix == ".add", 0xf);
                          });
                }
}

TEST(Video, AveragesRoundUp) {
    for (const bool is_signed : {false, true})
        check("vavrg4" + type(is_signed) + type(is_signed) + type(is_signed) + " %d, %a, %b, %c;",
              [&](uint32_t a, uint32_t b, uint32_t c) {
                  const auto of = [&](uint32_t k) {
                      const int64_t sum = part(a, k, 8, is_signed) + part(b, k, 8, is_signed);
                      return (sum >= 0 ? sum + 1 : sum) >> 1;
                  };
                  return combined(4, of, c, false, 0xf);
              });
}

TEST(Video, MasksAndSelectionsMatch) {
    // Digits of a selection count from the right: the last digit selects part 0 of the result.
    check("vsub4.u32.u32.u32 %d.b31, %a.b7120, %b, %c;", [](uint32_t a, uint32_t b, uint32_t c) {
        const uint32_t from[]{0, 2, 1, 7};
        const auto of = [&](uint32_t k) {
            return part(from[k] < 4 ? a : b, from[k] % 4, 8, false) - part(b, k, 8, false);
        };
        return combined(4, of, c, false, 0xa);
    });
    check("vadd2.s32.s32.s32.add %d.h1, %a.h01, %b.h32, %c;", [](uint32_t a, uint32_t b, uint32_t c) {
        return c + static_cast<uint32_t>(part(a, 0, 16, true) + part(b, 1, 16, true));
    });
    check("vabsdiff4.u32.u32.u32.add %d, %a, %b, %c;", [](uint32_t a, uint32_t b, uint32_t c) {
        for (uint32_t k = 0; k < 4; ++k)
            c += static_cast<uint32_t>(std::abs(part(a, k, 8, false) - part(b, k, 8, false)));
        return c;
    });
}

TEST(Video, PartComparisonsMatch) {
    check("vset4.u32.u32.lt %d, %a, %b, %c;", [](uint32_t a, uint32_t b, uint32_t c) {
        return combined(
            4, [&](uint32_t k) { return part(a, k, 8, false) < part(b, k, 8, false) ? 1 : 0; }, c, false, 0xf);
    });
    check("vset2.s32.s32.ge.add %d, %a, %b, %c;", [](uint32_t a, uint32_t b, uint32_t c) {
        return combined(
            2, [&](uint32_t k) { return part(a, k, 16, true) >= part(b, k, 16, true) ? 1 : 0; }, c, true, 3);
    });
    check("vset.s32.u32.gt.max %d, %a.b1, %b, %c;", [](uint32_t a, uint32_t b, uint32_t c) {
        const int64_t holds = part(a, 1, 8, true) > part(b, 0, 32, false) ? 1 : 0;
        return static_cast<uint32_t>(std::max(holds, part(c, 0, 32, true)));
    });
}

TEST(Video, SingleValuesMatch) {
    for (const Named& operation : operations())
        for (uint32_t signs = 0; signs < 8; ++signs) {
            const bool d_signed = signs & 1, a_signed = signs & 2, b_signed = signs & 4;
            const std::string name = operation.name + type(d_signed) + type(a_signed) + type(b_signed);
            check(name + ".sat %d, %a, %b;", [&](uint32_t a, uint32_t b, uint32_t) {
                const int64_t value = operation.of(part(a, 0, 32, a_signed), part(b, 0, 32, b_signed));
                return static_cast<uint32_t>(d_signed ? saturated(value, 32, true) : std::max<int64_t>(value, 0));
            });
            // An H100 does not shift the merged value.
            check(name + " %d.h1, %a, %b.h0, %c;", [&](uint32_t a, uint32_t b, uint32_t c) {
                const int64_t value = operation.of(part(a, 0, 32, a_signed), part(b, 0, 16, b_signed));
                return (c & 0xffff) | (static_cast<uint32_t>(value) & 0xffff0000);
            });
            check(name + ".sat %d.h1, %a.b2, %b.h1, %c;", [&](uint32_t, uint32_t, uint32_t c) { return c & 0xffff; });
            check(name + ".sat.min %d, %a.h0, %b.b3, %c;", [&](uint32_t a, uint32_t b, uint32_t c) {
                const int64_t value = operation.of(part(a, 0, 16, a_signed), part(b, 3, 8, b_signed));
                return static_cast<uint32_t>(std::min(saturated(value, 32, d_signed), part(c, 0, 32, d_signed)));
            });
        }
}

TEST(Video, UntestedMergingIsRejected) {
    const auto module = ptx::parse(module_text(".entry k()\n{\n.reg .b32 %r<4>;\nmov.u32 %r1, 1;\n"
                                               "vadd.u32.u32.u32 %r0.h1, %r1, %r1, %r1;\n"
                                               "vadd.u32.u32.u32 %r0.h0, %r1, %r1, %r1;\n"
                                               "vadd.u32.u32.u32 %r0.b2, %r1, %r1, %r1;\n"
                                               "vshl.u32.u32.u32.clamp %r0.h1, %r1, %r1, %r1;\nret;\n}\n"),
                                   "x.ptx");
    ASSERT_TRUE(module) << module.error().text();
    const auto problems = unsupported_forms(*module);
    ASSERT_EQ(problems.size(), 3u);
    for (const auto& problem : problems)
        EXPECT_NE(problem.message.english().find("its merging into this part"), std::string::npos) << problem.message;
}

TEST(Video, ShiftsAndProductsMatch) {
    check("vshl.u32.u32.u32.clamp %d, %a, %b.b0;", [](uint32_t a, uint32_t b, uint32_t) {
        return static_cast<uint32_t>((b & 0xff) > 31 ? 0 : a << (b & 0xff));
    });
    check("vshr.s32.s32.u32.wrap.add %d, %a.h1, %b, %c;", [](uint32_t a, uint32_t b, uint32_t c) {
        return static_cast<uint32_t>(part(a, 1, 16, true) >> (b & 31)) + c;
    });
    check("vmad.s32.s32.u32.sat.shr7 %d, %a.h1, %b.b0, -%c;", [](uint32_t a, uint32_t b, uint32_t c) {
        const int64_t sum = part(a, 1, 16, true) * part(b, 0, 8, false) - part(c, 0, 32, true);
        return static_cast<uint32_t>(saturated(sum >> 7, 32, true));
    });
    check("vmad.u32.u32.u32.po.shr15 %d, %a.h0, %b.h1, %c;", [](uint32_t a, uint32_t b, uint32_t c) {
        return static_cast<uint32_t>((part(a, 0, 16, false) * part(b, 1, 16, false) + part(c, 0, 32, true) + 1) >> 15);
    });
}

TEST(PackedPairs, IntegersMatch) {
    for (const bool is_signed : {false, true})
        for (const Named& operation : operations()) {
            const std::string name = std::string(operation.name).substr(1);
            if (name != "add" && name != "min" && name != "max") continue;
            for (const bool relu : {false, true}) {
                if (relu && (!is_signed || name == "add")) continue;
                check(name + (relu ? ".relu" : "") + (is_signed ? ".s16x2" : ".u16x2") + " %d, %a, %b;",
                      [&](uint32_t a, uint32_t b, uint32_t) {
                          const auto of = [&](uint32_t k) {
                              const int64_t value = operation.of(part(a, k, 16, is_signed), part(b, k, 16, is_signed));
                              return relu ? std::max<int64_t>(value, 0) : value;
                          };
                          return combined(2, of, 0, false, 3);
                      });
            }
        }
}

TEST(PackedPairs, FloatsMatch) {
    const std::vector<uint64_t> values{0x3f80000040000000, 0x7f800000bf800000, 0x3300000034000001, 0x80000001c2480000};
    const auto [a, b] = pairs_of(values, values);
    const auto half = [](uint64_t pair, int k) { return std::bit_cast<float>(static_cast<uint32_t>(pair >> 32 * k)); };
    const auto sums = run_instruction<uint64_t>("add.rn.f32x2 %d, %a, %b;", a, b);
    const auto fused = run_instruction<uint64_t>("fma.rn.f32x2 %d, %a, %b, %a;", a, b);
    for (size_t k = 0; k < a.size(); ++k)
        for (const int part : {0, 1}) {
            const float sum = half(a[k], part) + half(b[k], part);
            EXPECT_TRUE(half(sums[k], part) == sum || sum != sum);
            const float product = std::fma(half(a[k], part), half(b[k], part), half(a[k], part));
            EXPECT_TRUE(half(fused[k], part) == product || product != product);
        }
}

} // namespace
} // namespace warpscope::simt
