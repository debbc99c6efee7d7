// Compares mma products, ldmatrix and movmatrix with C++.
#include <cmath>
#include <functional>
#include <numeric>

#include "simt/harness.hpp"
#include "simt/ops/matrices.hpp"

namespace warpscope::simt::matrix_test {
namespace {

/// Row and column of an element in a lane's registers, by the manual of mma.sync.
struct Place {
    uint32_t row, column;
};
using Places = std::function<Place(uint32_t group, uint32_t thread, uint32_t element)>;

struct Instruction {
    const char* shape;
    uint32_t k;
    std::string factor, sum;
    uint32_t a_elements, b_elements;
    Places a, b;
};

std::vector<uint32_t> registers_of(const Matrix& matrix, const Places& places, uint32_t elements,
                                   const std::string& type) {
    const uint32_t per_register = 4 / bytes_of(type);
    std::vector<uint32_t> all(elements / per_register * 32);
    for (uint32_t lane = 0; lane < 32; ++lane)
        for (uint32_t e = 0; e < elements; ++e) {
            const Place at = places(lane / 4, lane % 4, e);
            const uint32_t bits = bits_of(matrix.at(at.row, at.column), type);
            all[e / per_register * 32 + lane] |= bits << e % per_register * 16;
        }
    return all;
}

TEST(Mma, ElementsHaveDocumentedPlaces) {
    const auto half_a = [](uint32_t g, uint32_t t, uint32_t i) {
        return Place{i / 2 % 2 == 0 ? g : g + 8, t * 2 + (i & 1) + (i < 4 ? 0 : 8)};
    };
    const auto half_b = [](uint32_t g, uint32_t t, uint32_t i) { return Place{t * 2 + (i & 1) + (i < 2 ? 0 : 8), g}; };
    const auto tf32_a = [](uint32_t g, uint32_t t, uint32_t i) {
        return Place{i % 2 == 0 ? g : g + 8, i < 2 ? t : t + 4};
    };
    const auto tf32_b = [](uint32_t g, uint32_t t, uint32_t i) { return Place{i == 0 ? t : t + 4, g}; };
    const Places sums = [](uint32_t g, uint32_t t, uint32_t i) { return Place{i < 2 ? g : g + 8, t * 2 + (i & 1)}; };
    const std::vector<Instruction> all{
        {"m16n8k8", 8, "f16", "f32", 4, 2, half_a, half_b},   {"m16n8k8", 8, "f16", "f16", 4, 2, half_a, half_b},
        {"m16n8k8", 8, "bf16", "f32", 4, 2, half_a, half_b},  {"m16n8k16", 16, "f16", "f32", 8, 4, half_a, half_b},
        {"m16n8k16", 16, "f16", "f16", 8, 4, half_a, half_b}, {"m16n8k16", 16, "bf16", "f32", 8, 4, half_a, half_b},
        {"m16n8k4", 4, "tf32", "f32", 2, 1, tf32_a, tf32_b},  {"m16n8k8", 8, "tf32", "f32", 4, 2, tf32_a, tf32_b}};
    for (const Instruction& one : all) {
        const Matrix a(16, one.k, 1), b(one.k, 8, 2), c(16, 8, 3);
        const uint32_t na = one.a_elements * bytes_of(one.factor) / 4, nb = one.b_elements * bytes_of(one.factor) / 4,
                       nc = bytes_of(one.sum);
        std::string text =
            ".visible .entry k(.param .u64 out, .param .u64 data)\n{\n.reg .b64 %in, %out, %o;\n"
            ".reg .b32 %a<4>, %b<2>, %c<4>, %t;\nld.param.u64 %in, [data]; ld.param.u64 %out, [out];\n"
            "mov.u32 %t, %tid.x; mul.wide.u32 %o, %t, 4; add.u64 %in, %in, %o; add.u64 %out, %out, %o;\n";
        uint32_t at = 0;
        for (const auto& [name, count] : {std::pair("a", na), std::pair("b", nb), std::pair("c", nc)})
            for (uint32_t k = 0; k < count; ++k, at += 128)
                text += fmt::format("ld.global.b32 %{}{}, [%in+{}];\n", name, k, at);
        text += fmt::format("mma.sync.aligned.{0}.row.col.{1}.{2}.{2}.{1} {3}, {4}, {5}, {3};\n", one.shape, one.sum,
                            one.factor, registers("c", nc), registers("a", na), registers("b", nb));
        for (uint32_t k = 0; k < nc; ++k) text += fmt::format("st.global.b32 [%out+{}], %c{};\n", k * 128, k);
        Machine machine(module_text(text + "ret;\n}\n"));
        std::vector<uint32_t> data = registers_of(a, one.a, one.a_elements, one.factor);
        for (const auto& more : {registers_of(b, one.b, one.b_elements, one.factor), registers_of(c, sums, 4, one.sum)})
            data.insert(data.end(), more.begin(), more.end());
        const uint32_t in = machine.buffer("data", data), out = machine.buffer("out", std::vector<uint32_t>(nc * 32));
        const auto outcome = machine.run("k", {{1, 1, 1}, {32, 1, 1}}, machine.address(out), machine.address(in));
        ASSERT_EQ(texts_of(outcome), std::vector<std::string>{});
        EXPECT_EQ(machine.read<uint32_t>(out), registers_of(product(a, b, c), sums, 4, one.sum))
            << one.shape << ' ' << one.factor << ' ' << one.sum;
    }
}

/// Returns element (0, 0) of an m16n8k8 product. `row` is the first row of A, `column` the first column of B; the rest
/// is zero.
uint32_t first_sum(const std::array<float, 8>& row, const std::array<float, 8>& column, float c,
                   const std::string& type) {
    const uint32_t nc = bytes_of(type);
    std::string text = ".visible .entry k(.param .u64 out, .param .u64 data)\n{\n.reg .b64 %in, %out, %o;\n"
                       ".reg .b32 %a<4>, %b<2>, %c<4>, %t;\nld.param.u64 %in, [data]; ld.param.u64 %out, [out];\n"
                       "mov.u32 %t, %tid.x; mul.wide.u32 %o, %t, 4; add.u64 %in, %in, %o; add.u64 %out, %out, %o;\n"
                       "ld.global.b32 %a0, [%in]; ld.global.b32 %b0, [%in+128]; ld.global.b32 %c0, [%in+256];\n"
                       "mov.b32 %a1, 0; mov.b32 %c1, 0; mov.b32 %c2, 0; mov.b32 %c3, 0;\n";
    text += fmt::format("mma.sync.aligned.m16n8k8.row.col.{0}.f16.f16.{0} {1}, {2}, {{%b0}}, {1};\n", type,
                        registers("c", nc), registers("a", 2));
    Machine machine(module_text(text + "st.global.b32 [%out], %c0;\nret;\n}\n"));
    std::vector<uint32_t> data(96);
    for (uint32_t k = 0; k < 8; ++k) {
        data[k / 2] |= bits_of(row[k], "f16") << k % 2 * 16;
        data[32 + k / 2] |= bits_of(column[k], "f16") << k % 2 * 16;
    }
    data[64] = bits_of(c, type);
    const uint32_t in = machine.buffer("data", data), out = machine.buffer("out", std::vector<uint32_t>(32));
    machine.run("k", {{1, 1, 1}, {32, 1, 1}}, machine.address(out), machine.address(in));
    return machine.read<uint32_t>(out)[0];
}

TEST(Mma, SumsTruncateLikeH100) {
    const auto sum = [](std::array<float, 8> row, float c) {
        return value_of(first_sum(row, {1, 1, 1, 1, 1, 1, 1, 1}, c, "f32"), "f32");
    };
    // Each product loses the bits below 2^-25 of the largest number before it is added. The sum is then truncated to
    // float.
    EXPECT_EQ(sum({1, 0x1p-24f}, 0), 1.0f);
    EXPECT_EQ(sum({1, 0x1p-24f, 0x1p-24f}, 0), 1 + 0x1p-23f);
    EXPECT_EQ(sum({32768, 0x1p-11f, 0x1p-11f}, 0), 32768.0f) << "2^-26 of the largest, twice";
    EXPECT_EQ(sum({-1, -0x1p-24f}, 0), -1.0f) << "towards zero";
    EXPECT_EQ(sum({1, -0x1p-24f}, 0), std::nextafter(1.0f, 0.0f));
    EXPECT_EQ(sum({1, 0.5f}, 0x1p25f), 0x1p25f);
    EXPECT_EQ(sum({1, 1}, -0.5f), 1.5f);
    EXPECT_EQ(std::bit_cast<uint32_t>(sum({0, 0}, -0.0f)), 0u);
}

TEST(Mma, PropagatesInfinitiesAndNans) {
    const float infinity = std::numeric_limits<float>::infinity();
    const std::array<float, 8> ones{1, 1, 1, 1, 1, 1, 1, 1};
    EXPECT_EQ(first_sum({infinity, 1}, ones, 5, "f32"), 0x7f800000u);
    EXPECT_EQ(first_sum({-infinity, 1}, ones, 5, "f32"), 0xff800000u);
    EXPECT_EQ(first_sum({-infinity, infinity}, ones, 5, "f32"), 0x7fffffffu);
    EXPECT_EQ(first_sum({infinity}, {0}, 5, "f32"), 0x7fffffffu);
    EXPECT_EQ(first_sum({1}, ones, infinity, "f32"), 0x7f800000u);
    EXPECT_EQ(first_sum({60000, 60000}, ones, 1, "f16") & 0xffff, 0x7c00u) << "too large for a half";
    EXPECT_EQ(first_sum({2048, 1}, ones, 0, "f16") & 0xffff, bits_of(2048, "f16")) << "to nearest even";
    EXPECT_EQ(first_sum({2048, 1}, ones, 2, "f16") & 0xffff, bits_of(2052, "f16")) << "2051 to even";
    EXPECT_EQ(first_sum({infinity, -infinity}, ones, 2, "f16") & 0xffff, 0x7fffu);
}

TEST(Mma, ReadsOnlyTf32Bits) {
    // Sets the lower 13 bits, which are ignored.
    const auto answers = run_instruction<uint32_t>(
        "{ .reg .b32 %f<4>; mov.b32 %f0, 0; mov.b32 %f1, 0; mov.b32 %f2, 0; mov.b32 %f3, 0;"
        "mma.sync.aligned.m16n8k4.row.col.f32.tf32.tf32.f32 {%f0, %f1, %f2, %f3}, {%a, %a}, {%b}, "
        "{%f0, %f1, %f2, %f3}; mov.b32 %d, %f0; }",
        std::vector<uint32_t>(32, 0x3f801fff), std::vector<uint32_t>(32, 0x3f800000));
    EXPECT_EQ(answers, std::vector<uint32_t>(32, std::bit_cast<uint32_t>(4.0f)));
}

/// Loads tiles of ascending numbers. `words`: modifiers such as "x4.trans".
std::vector<uint32_t> loaded_tiles(const std::string& words, uint32_t tiles) {
    std::string text = ".shared .align 16 .b8 s[512];\n.visible .entry k(.param .u64 out)\n{\n.reg .b64 %out, %o;\n"
                       ".reg .b32 %a<4>, %t, %p, %x;\nld.param.u64 %out, [out]; mov.u32 %t, %tid.x; mov.u32 %p, s;\n"
                       "mad.lo.u32 %p, %t, 16, %p; mul.lo.u32 %x, %t, 0x80008; add.u32 %x, %x, 0x10000;\n";
    for (uint32_t k = 0; k < 4; ++k)
        text += fmt::format("st.shared.b32 [%p+{}], %x; add.u32 %x, %x, 0x20002;\n", k * 4);
    text += fmt::format("bar.warp.sync -1; ldmatrix.sync.aligned.m8n8.{}.shared.b16 {}, [%p];\n", words,
                        registers("a", tiles));
    text += "mul.wide.u32 %o, %t, 4; add.u64 %out, %out, %o;\n";
    for (uint32_t k = 0; k < tiles; ++k) text += fmt::format("st.global.b32 [%out+{}], %a{};\n", k * 128, k);
    Machine machine(module_text(text + "ret;\n}\n"));
    const uint32_t out = machine.buffer("out", std::vector<uint32_t>(tiles * 32));
    const auto outcome = machine.run("k", {{1, 1, 1}, {32, 1, 1}}, machine.address(out));
    EXPECT_EQ(texts_of(outcome), std::vector<std::string>{});
    return machine.read<uint32_t>(out);
}

TEST(Ldmatrix, LoadsRowsOrColumns) {
    for (const uint32_t tiles : {1u, 2u, 4u}) {
        const auto plain = loaded_tiles(fmt::format("x{}", tiles), tiles);
        const auto turned = loaded_tiles(fmt::format("x{}.trans", tiles), tiles);
        for (uint32_t tile = 0; tile < tiles; ++tile)
            for (uint32_t lane = 0; lane < 32; ++lane) {
                const auto element = [&](uint32_t row, uint32_t column) { return tile * 64 + row * 8 + column; };
                const uint32_t line = lane / 4, place = lane % 4 * 2;
                ASSERT_EQ(plain[tile * 32 + lane], element(line, place) | element(line, place + 1) << 16);
                ASSERT_EQ(turned[tile * 32 + lane], element(place, line) | element(place + 1, line) << 16);
            }
    }
}

TEST(Movmatrix, TransposesATile) {
    std::vector<uint32_t> tile(32);
    for (uint32_t lane = 0; lane < 32; ++lane) tile[lane] = lane * 2 | (lane * 2 + 1) << 16;
    const auto turned = run_instruction<uint32_t>("movmatrix.sync.aligned.m8n8.trans.b16 %d, %a;", tile);
    for (uint32_t lane = 0; lane < 32; ++lane) {
        const uint32_t line = lane / 4, place = lane % 4 * 2;
        EXPECT_EQ(turned[lane], (place * 8 + line) | ((place + 1) * 8 + line) << 16);
    }
}

} // namespace
} // namespace warpscope::simt::matrix_test
