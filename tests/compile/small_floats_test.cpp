// Functions of half precision and bfloat16: our headers must match recorded results of the toolkit's bit for bit.
#include "compile/emulated.hpp"

#include <cmath>

#include "base/buffer.hpp"

namespace warpscope::compile {
namespace {

using Defines = std::vector<std::pair<std::string, std::string>>;

struct SmallFloat {
    std::string name, arch;
    CompilerChoice compiler;
};

class SmallFloats : public testing::TestWithParam<SmallFloat> {};

TEST_P(SmallFloats, MatchToolkit) {
    const auto& [name, arch, compiler] = GetParam();
    const Defines half{{"SMALL", "__half"}, {"PAIR", "__half2"}, {"OF", "half"},
                       {"TO", "__half2"},   {"TO2", "__half22"}, {"HALF", "1"}};
    const Defines bfloat{{"SMALL", "__nv_bfloat16"},
                         {"PAIR", "__nv_bfloat162"},
                         {"OF", "bfloat16"},
                         {"TO", "__bfloat162"},
                         {"TO2", "__bfloat1622"}};
    const auto program = emulated("small_floats.cu", compiler, arch, name == "half" ? half : bfloat);
    if (program == nullptr) GTEST_SKIP() << "this compiler is not installed";
    compare_with_recorded(program, compiler, "small_floats_" + name + "_" + arch,
                          [](const std::string& kernel) { return kernel.starts_with("each_") ? 65536u : 8192u; });
}

INSTANTIATE_TEST_SUITE_P(Ways, SmallFloats,
                         testing::Values(SmallFloat{"half", "compute_75", CompilerChoice::nvrtc},
                                         SmallFloat{"half", "compute_75", CompilerChoice::clang},
                                         SmallFloat{"half", "compute_80", CompilerChoice::nvrtc},
                                         SmallFloat{"half", "compute_80", CompilerChoice::clang},
                                         SmallFloat{"bfloat", "compute_75", CompilerChoice::nvrtc},
                                         SmallFloat{"bfloat", "compute_75", CompilerChoice::clang},
                                         SmallFloat{"bfloat", "compute_80", CompilerChoice::nvrtc},
                                         SmallFloat{"bfloat", "compute_80", CompilerChoice::clang}),
                         [](const auto& info) {
                             const bool nvrtc = info.param.compiler == CompilerChoice::nvrtc;
                             return info.param.name + "_" + info.param.arch + (nvrtc ? "_nvrtc" : "_clang");
                         });

TEST(SmallFunctions, RoundOnce) {
    const auto program = emulated("small_functions.cu", CompilerChoice::clang, "compute_75");
    if (program == nullptr) GTEST_SKIP() << "clang is not installed";
    using Exact = double (*)(double);
    const std::pair<const char*, Exact> functions[]{
        {"hexp_of", [](double v) { return std::exp(v); }},   {"hexp2_of", [](double v) { return std::exp2(v); }},
        {"hexp10_of", [](double v) { return ::exp10(v); }},  {"hlog_of", [](double v) { return std::log(v); }},
        {"hlog2_of", [](double v) { return std::log2(v); }}, {"hlog10_of", [](double v) { return std::log10(v); }}};
    for (const auto& [name, exact] : functions) {
        const auto words = words_of(program, name, 65536);
        for (uint32_t bits = 0; bits < 65536; ++bits) {
            std::byte in[2]{std::byte(bits), std::byte(bits >> 8)}, out[2]{};
            const double value = exact(element_as_double(in, ElementType::f16, 0));
            store_element(out, ElementType::f16, 0, value);
            const uint32_t expected = std::isnan(value) ? 0x7fff : uint32_t(out[0]) | uint32_t(out[1]) << 8;
            ASSERT_EQ(words[bits], expected) << name << " of number " << bits;
        }
    }
}

} // namespace
} // namespace warpscope::compile
