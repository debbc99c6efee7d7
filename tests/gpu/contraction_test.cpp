#include "gpu/contraction.hpp"

#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <string>

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include "gpu/expect_assembles.hpp"
#include "gpu/fake_runtime.hpp"
#include "gpu/module.hpp"
#include "ptx/rewrite/rounding.hpp"

namespace warpscope::gpu {
namespace {

/// Returns a kernel that adds a number to a product, or subtracts the number if `difference`. `bits` is the width of
/// the registers.
std::string product_and_sum(const std::string& type, int bits, bool difference = false) {
    const int bytes = bits / 8;
    return fmt::format(".version 7.8\n.target sm_90\n.address_size 64\n"
                       ".visible .entry k(.param .u64 data)\n{{\n    .reg .b64 %p;\n    .reg .b{0} %x<5>;\n"
                       "    ld.param.u64 %p, [data];\n    ld.global.b{0} %x0, [%p];\n"
                       "    ld.global.b{0} %x1, [%p+{2}];\n    ld.global.b{0} %x2, [%p+{3}];\n"
                       "    mul.{1} %x3, %x0, %x1;\n    {4}.{1} %x4, %x3, %x2;\n"
                       "    st.global.b{0} [%p], %x4;\n    ret;\n}}\n",
                       bits, type, bytes, 2 * bytes, difference ? "sub" : "add");
}

template<class T>
T read_at(const std::string& bytes, uint64_t offset) {
    T value;
    std::memcpy(&value, bytes.data() + offset, sizeof value);
    return value;
}

/// Returns the number of instructions per opcode in a cubin, an ELF file. Instructions have 16 bytes; the lowest 9 bits
/// are the opcode.
std::map<int, int> opcodes(const std::string& cubin) {
    std::map<int, int> counts;
    const auto sections = read_at<uint64_t>(cubin, 0x28);
    for (uint16_t i = 0; i < read_at<uint16_t>(cubin, 0x3c); ++i) {
        const uint64_t header = sections + uint64_t{i} * read_at<uint16_t>(cubin, 0x3a);
        constexpr uint64_t executable = 4;
        if ((read_at<uint64_t>(cubin, header + 8) & executable) == 0) continue;
        const auto begin = read_at<uint64_t>(cubin, header + 24), size = read_at<uint64_t>(cubin, header + 32);
        for (uint64_t at = begin; at < begin + size; at += 16) ++counts[read_at<uint16_t>(cubin, at) & 0x1ff];
    }
    return counts;
}

std::map<int, int> assembled(const std::string& ptx) {
    const std::string file = testing::TempDir() + fmt::format("warpscope_contraction_{}", getpid());
    std::ofstream(file + ".ptx") << ptx;
    const std::string command = fmt::format("{} -arch=sm_90 -o {}.cubin {}.ptx", test::assembler(), file, file);
    EXPECT_EQ(std::system(command.c_str()), 0) << ptx;
    std::ifstream in(file + ".cubin", std::ios::binary);
    const std::string cubin{std::istreambuf_iterator<char>(in), {}};
    std::filesystem::remove(file + ".ptx");
    std::filesystem::remove(file + ".cubin");
    return opcodes(cubin);
}

TEST(Contraction, AssemblerFusesPlainOperationsOnly) {
    if (test::assembler().empty()) GTEST_SKIP() << "no ptxas";
    struct Case {
        const char* type;
        int bits, fused, product, sum; // opcodes in machine code: fused, product, sum
    };
    constexpr int ffma = 0x23, fmul = 0x20, fadd = 0x21, dfma = 0x2b, dmul = 0x28, dadd = 0x29, hfma2 = 0x31,
                  hmul2 = 0x32, hadd2 = 0x30, hfma2_mma = 0x35;
    for (const Case& c :
         {Case{"f32", 32, ffma, fmul, fadd}, Case{"ftz.f32", 32, ffma, fmul, fadd}, Case{"f64", 64, dfma, dmul, dadd},
          Case{"f16", 16, hfma2, hmul2, hadd2}, Case{"f16x2", 32, hfma2_mma, hfma2_mma, hadd2},
          Case{"bf16x2", 32, hfma2_mma, hfma2_mma, hadd2}})
        for (const bool difference : {false, true}) {
            const std::string ptx = product_and_sum(c.type, c.bits, difference);
            std::map<int, int> fused = assembled(ptx), apart = assembled(ptx::without_contraction(ptx).text);
            EXPECT_EQ(fused[c.fused], 1) << c.type;
            EXPECT_EQ(fused[c.sum], 0) << c.type;
            EXPECT_EQ(apart[c.product], 1) << c.type;
            EXPECT_EQ(apart[c.sum], 1) << c.type;
            EXPECT_EQ(apart[c.fused], c.fused == c.product ? 1 : 0) << c.type;
        }
}

TEST(Contraction, DriverFusesOnlyOnRequest) {
    FakeRuntime runtime;
    runtime.kernels["k"] = [](const LaunchConfig&, void**) {};
    const std::string ptx = product_and_sum("f32", 32);
    ASSERT_TRUE(Module::load(runtime, ptx, 13000));
    EXPECT_EQ(runtime.loaded_ptx, ptx::without_contraction(ptx).text);
    EXPECT_NE(runtime.loaded_ptx.find("mul.rn.f32"), std::string::npos);
    runtime.newest_ptx = "7.5";
    ASSERT_TRUE(Module::load(runtime, ptx, 11050)); // load() declares this lower version
    EXPECT_NE(runtime.loaded_ptx.find(".version 7.5"), std::string::npos);
    EXPECT_NE(runtime.loaded_ptx.find("mul.rn.f32"), std::string::npos);
    runtime.newest_ptx = "9.0";
    permit_contraction();
    ASSERT_TRUE(Module::load(runtime, ptx, 13000));
    ::unsetenv("WARPSCOPE_CONTRACT");
    EXPECT_EQ(runtime.loaded_ptx, ptx);
}

} // namespace
} // namespace warpscope::gpu
