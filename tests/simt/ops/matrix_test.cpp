// Compares wmma products of every shape and layout with C++.
#include "simt/harness.hpp"

#include <cmath>
#include <functional>
#include <numeric>

#include <fmt/format.h>

#include "simt/ops/matrices.hpp"

namespace warpscope::simt::matrix_test {
namespace {

struct Layout {
    const char* name;
    bool rows; // elements of a row are adjacent
};
constexpr Layout layouts[]{{"row", true}, {"col", false}};

/// Returns the matrix in memory: a row or column every `stride` elements, with bytes 0xff between.
std::vector<std::byte> in_memory(const Matrix& matrix, Layout layout, uint32_t stride, const std::string& type) {
    const uint32_t others = layout.rows ? matrix.rows : matrix.columns, bytes = bytes_of(type);
    std::vector<std::byte> memory(size_t{others} * stride * bytes, std::byte{0xff});
    for (uint32_t i = 0; i < matrix.rows; ++i)
        for (uint32_t j = 0; j < matrix.columns; ++j) {
            const uint32_t bits = bits_of(matrix.at(i, j), type);
            const size_t at = layout.rows ? size_t{i} * stride + j : size_t{j} * stride + i;
            std::memcpy(memory.data() + at * bytes, &bits, bytes);
        }
    return memory;
}

struct Shape {
    const char* name;
    uint32_t m, n, k;
};

struct Product {
    Shape shape;
    std::string factor, d, c; // types
    Layout a, b, sum;
    std::string space; // ".global", ".shared" or ""
    uint32_t extra;    // added to the length of a row or column
};

uint32_t factor_registers(const Product& p, uint32_t elements) {
    if (p.factor == "f16") return 8;
    return elements / 32 / (p.factor == "bf16" ? 2 : 1);
}

constexpr const char* copy_to_shared = R"(
    .shared .align 128 .b8 tile[12288];
    mov.u32 %s, tile; mov.u32 %lane, %tid.x;
    mov.u32 %k, 0;
copy: mad.lo.u32 %k4, %lane, 4, %k; cvt.u64.u32 %o, %k4; add.u64 %p, %in, %o; ld.global.b32 %v, [%p];
    add.u32 %q, %s, %k4; st.shared.b32 [%q], %v; add.u32 %k, %k, 128; setp.lt.u32 %more, %k, %size; @%more bra copy;
    bar.warp.sync -1; cvt.u64.u32 %in, %s;
)";

std::string kernel_of(const Product& p, const std::array<uint32_t, 3>& strides, uint32_t begin_b, uint32_t begin_c,
                      uint32_t size) {
    const uint32_t na = factor_registers(p, p.shape.m * p.shape.k), nb = factor_registers(p, p.shape.n * p.shape.k);
    const uint32_t nc = p.c == "f16" ? 4 : 8, nd = p.d == "f16" ? 4 : 8;
    const std::string words = fmt::format("sync.aligned.{{}}.{}{}", p.shape.name, p.space);
    const auto load = [&](char role, const std::string& to, Layout layout, const std::string& type, uint32_t at,
                          uint32_t stride) {
        return fmt::format("mov.u32 %stride, {};\nwmma.load.{}.sync.aligned.{}.{}{}.{} {}, [%in+{}], %stride;\n",
                           stride, role, layout.name, p.shape.name, p.space, type, to, at);
    };
    const std::string types =
        p.factor == "f16" ? fmt::format("{}.{}", p.d, p.c) : fmt::format("{0}.{1}.{1}.{2}", p.d, p.factor, p.c);
    std::string text =
        ".visible .entry k(.param .u64 out, .param .u64 data)\n{\n.reg .b64 %in, %out, %p, %o;\n.reg .pred %more;\n"
        ".reg .b32 %a<8>, %b<8>, %c<8>, %d<8>, %s, %k, %k4, %q, %v, %lane, %stride, %size;\n"
        "ld.param.u64 %in, [data]; ld.param.u64 %out, [out];\n";
    text += fmt::format("mov.u32 %size, {};\n", size);
    if (p.space == ".shared") text += copy_to_shared;
    text += load('a', registers("a", na), p.a, p.factor, 0, strides[0]);
    text += load('b', registers("b", nb), p.b, p.factor, begin_b, strides[1]);
    text += load('c', registers("c", nc), p.sum, p.c, begin_c, strides[2]);
    text += fmt::format("wmma.mma.sync.aligned.{}.{}.{}.{} {}, {}, {}, {};\n", p.a.name, p.b.name, p.shape.name, types,
                        registers("d", nd), registers("a", na), registers("b", nb), registers("c", nc));
    text += fmt::format("wmma.store.d.sync.aligned.{}.{}{}.{} [%out], {}, {};\nret;\n}}\n", p.sum.name, p.shape.name,
                        p.space == ".shared" ? ".global" : p.space, p.d, registers("d", nd), strides[2]);
    return module_text(text);
}

void expect_product(const Product& p) {
    const std::string what = fmt::format("{} of {} to {}.{}, {} {} {}, '{}' +{}", p.shape.name, p.factor, p.d, p.c,
                                         p.a.name, p.b.name, p.sum.name, p.space, p.extra);
    const Matrix a(p.shape.m, p.shape.k, 1), b(p.shape.k, p.shape.n, 2), c(p.shape.m, p.shape.n, 3);
    const std::array strides{(p.a.rows ? p.shape.k : p.shape.m) + p.extra, (p.b.rows ? p.shape.n : p.shape.k) + p.extra,
                             (p.sum.rows ? p.shape.n : p.shape.m) + p.extra};
    std::vector<std::byte> data = in_memory(a, p.a, strides[0], p.factor);
    const auto begin_b = static_cast<uint32_t>(data.size());
    const auto memory_b = in_memory(b, p.b, strides[1], p.factor), memory_c = in_memory(c, p.sum, strides[2], p.c);
    data.insert(data.end(), memory_b.begin(), memory_b.end());
    const auto begin_c = static_cast<uint32_t>(data.size());
    data.insert(data.end(), memory_c.begin(), memory_c.end());
    data.resize((data.size() + 127) / 128 * 128); // the kernel copies 128 bytes at a time
    Machine machine(kernel_of(p, strides, begin_b, begin_c, static_cast<uint32_t>(data.size())));
    const uint32_t in = machine.buffer("data", data);
    const std::vector<std::byte> expected = in_memory(product(a, b, c), p.sum, strides[2], p.d);
    const uint32_t out = machine.buffer("out", std::vector(expected.size(), std::byte{0xff}));
    const auto outcome = machine.run("k", {{1, 1, 1}, {32, 1, 1}}, machine.address(out), machine.address(in));
    ASSERT_EQ(texts_of(outcome), std::vector<std::string>{}) << what;
    ASSERT_EQ(machine.read<std::byte>(out), expected) << what;
}

constexpr Shape wmma_shapes[]{{"m16n16k16", 16, 16, 16}, {"m32n8k16", 32, 8, 16}, {"m8n32k16", 8, 32, 16}};

void for_each_layout(Product p) {
    for (const Layout a : layouts)
        for (const Layout b : layouts)
            for (const Layout sum : layouts) {
                p.a = a;
                p.b = b;
                p.sum = sum;
                expect_product(p);
            }
}

TEST(Wmma, MultipliesEveryShapeAndLayout) {
    for (const Shape& shape : wmma_shapes)
        for (const char* const d : {"f16", "f32"})
            for (const char* const c : {"f16", "f32"})
                for_each_layout({shape, "f16", d, c, layouts[0], layouts[0], layouts[0], ".global", 8});
}

TEST(Wmma, LoadsSharedAndGenericAddresses) {
    for (const Shape& shape : wmma_shapes)
        for (const char* const space : {".shared", ""})
            for (const char* const c : {"f16", "f32"})
                for_each_layout({shape, "f16", c, c, layouts[0], layouts[0], layouts[0], space, 16});
}

TEST(Wmma, MultipliesBfloatsAndTf32) {
    for (const char* const space : {".global", ".shared"}) {
        for (const Shape& shape : wmma_shapes)
            for_each_layout({shape, "bf16", "f32", "f32", layouts[0], layouts[0], layouts[0], space, 0});
        for_each_layout({{"m16n16k8", 16, 16, 8}, "tf32", "f32", "f32", layouts[0], layouts[0], layouts[0], space, 4});
    }
}

TEST(Wmma, DefaultStrideIsDense) {
    const std::string text = module_text(
        ".visible .entry k(.param .u64 out, .param .u64 data)\n{\n.reg .b64 %in, %out;\n.reg .b32 %a<8>;\n"
        "ld.param.u64 %in, [data]; ld.param.u64 %out, [out];\n"
        "wmma.load.c.sync.aligned.col.m32n8k16.global.f32 {%a0, %a1, %a2, %a3, %a4, %a5, %a6, %a7}, [%in];\n"
        "wmma.store.d.sync.aligned.row.m32n8k16.global.f32 [%out], {%a0, %a1, %a2, %a3, %a4, %a5, %a6, "
        "%a7};\nret;\n}\n");
    Machine machine(text);
    std::vector<uint32_t> in(256);
    std::iota(in.begin(), in.end(), 0u);
    const uint32_t from = machine.buffer("data", in), to = machine.buffer("out", std::vector<uint32_t>(256));
    machine.run("k", {{1, 1, 1}, {32, 1, 1}}, machine.address(to), machine.address(from));
    const auto out = machine.read<uint32_t>(to);
    for (uint32_t i = 0; i < 32; ++i)
        for (uint32_t j = 0; j < 8; ++j) ASSERT_EQ(out[i * 8 + j], j * 32 + i);
}

TEST(Wmma, FragmentElementsCanBeScaled) {
    // Doubles all registers of c and a, including copies of an element.
    std::string scale;
    for (uint32_t k = 0; k < 8; ++k)
        scale += fmt::format("add.f32 %c{0}, %c{0}, %c{0};\nadd.f16x2 %a{0}, %a{0}, %a{0};\n", k);
    const std::string a = registers("a", 8), b = registers("b", 8), c = registers("c", 8);
    Machine machine(module_text(
        ".visible .entry k(.param .u64 out, .param .u64 data)\n{\n.reg .b64 %in, %out;\n.reg .b32 %a<8>, %b<8>;\n"
        ".reg .f32 %c<8>;\nld.param.u64 %in, [data]; ld.param.u64 %out, [out];\n"
        "wmma.load.a.sync.aligned.row.m16n16k16.f16 " +
        a +
        ", [%in], 16;\n"
        "wmma.load.b.sync.aligned.row.m16n16k16.f16 " +
        b +
        ", [%in+512], 16;\n"
        "wmma.load.c.sync.aligned.row.m16n16k16.f32 " +
        c + ", [%in+1024], 16;\n" + scale + "wmma.mma.sync.aligned.row.row.m16n16k16.f32.f32 " + c + ", " + a + ", " +
        b + ", " + c +
        ";\n"
        "wmma.store.d.sync.aligned.row.m16n16k16.f32 [%out], " +
        c + ", 16;\nret;\n}\n"));
    const Matrix first(16, 16, 4), second(16, 16, 5), sum(16, 16, 6);
    auto data = in_memory(first, layouts[0], 16, "f16");
    for (const auto& more : {in_memory(second, layouts[0], 16, "f16"), in_memory(sum, layouts[0], 16, "f32")})
        data.insert(data.end(), more.begin(), more.end());
    const uint32_t in = machine.buffer("data", data), out = machine.buffer("out", std::vector<float>(256));
    const auto outcome = machine.run("k", {{1, 1, 1}, {32, 1, 1}}, machine.address(out), machine.address(in));
    EXPECT_EQ(texts_of(outcome), std::vector<std::string>{});
    std::vector<float> expected = product(first, second, sum).values;
    for (float& value : expected) value *= 2;
    EXPECT_EQ(machine.read<float>(out), expected);
}

} // namespace
} // namespace warpscope::simt::matrix_test
