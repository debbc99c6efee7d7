#include "command.hpp"

namespace warpscope::cli {
namespace {

TEST_F(Command, CheckListsKernels) {
    write("two.cu", "__global__ void first(int* p) { *p = 1; }\n__global__ void second(int* p) { *p = 2; }\n");
    const Outcome check = warpscope("check " + file("two.cu"));
    EXPECT_EQ(check.status, 0) << check.err;
    EXPECT_NE(check.out.find("first"), std::string::npos);
    EXPECT_NE(check.out.find("second"), std::string::npos);
    EXPECT_NE(check.out.find("verdict: " + file("two.cu") + " compiles"), std::string::npos) << check.out;
}

TEST_F(Command, CheckFindsDeducedTemplateInstances) {
    const std::string kernel = "template<class T> __global__ void fill(T* p, T v) { p[threadIdx.x] = v; }\n";
    write("program.cu", kernel + "int main() { double* d; cudaMalloc(&d, 800); fill<<<1, 100>>>(d, 2.0); }\n");
    const Outcome check = warpscope("check " + file("program.cu"));
    if (check.err.find("as a program") != std::string::npos) GTEST_SKIP() << check.err;
    EXPECT_EQ(check.status, 0) << check.err;
    EXPECT_NE(check.out.find("kernel fill<double>(double*, double)"), std::string::npos) << check.out;
    EXPECT_EQ(check.out.find("not compiled"), std::string::npos) << check.out;
    // Without an instance of the template, nothing can be checked.
    write("templates.cu", kernel);
    const Outcome none = warpscope("check " + file("templates.cu"));
    EXPECT_EQ(none.status, 2) << none.err;
    EXPECT_NE(none.err.find("name an instance: warpscope run '"), std::string::npos) << none.err;
}

TEST_F(Command, CheckNamesUnsupportedInstructions) {
    const std::string body = "\t.reg .b32 %r<4>;\n\t.reg .b64 %rd<3>;\n\t.shared .align 4 .b8 tile[256];\n"
                             "\t.loc 1 7 3\n\tld.param.u64 %rd1, [p]; mov.u64 %rd2, tile;\n\tst.u32 [%rd1], %r1;\n";
    const std::string head = ".version 99.1\n.target sm_999\n.address_size 64\n.novelty 3, 4;\n"
                             ".const .b8 table[64];\n.visible .entry k(.param .u64 p, .param .u32 n)\n{\n";
    const std::string tail = "\tret;\n}\n.file 1 \"new.cu\"\n";
    write("future.ptx", head + body + tail);
    const Outcome good = warpscope("check " + file("future.ptx"));
    EXPECT_EQ(good.status, 0) << good.out << good.err;
    EXPECT_NE(good.out.find("PTX 99.1 for sm_999"), std::string::npos) << good.out;
    EXPECT_NE(good.out.find(":4: note: directive '.novelty' skipped"), std::string::npos) << good.out;
    const std::string kernel =
        "kernel k: 2 parameters (12 bytes), 256 bytes shared, 0 bytes local, 64 bytes constant in "
        "the module, PTX registers: 1 b32, 2 b64\n";
    EXPECT_NE(good.out.find(kernel), std::string::npos) << good.out;
    write("newer.ptx", head + body + "\ttxq.width.b32 %r1, [%rd1];\n\t.loc 1 9 3\n\tfrobnicate.u32 %r1, %r2;\n" +
                           "\tadd.q7 %r1, %r1, %r1;\n" + tail);
    const Outcome bad = warpscope("check " + file("newer.ptx"));
    EXPECT_EQ(bad.status, 1);
    EXPECT_NE(bad.out.find("newer.ptx cannot run here"), std::string::npos) << bad.out;
    for (const char* expected :
         {"kernel k: 2 parameters", "new.cu:7:3: 'txq.width", "(PTX line 14)", "new.cu:9:3: 'frobnicate.u32",
          "(PTX line 16)", "'add.q7 %r1, %r1, %r1' (PTX line 17)", "3 instructions are not supported"})
        EXPECT_NE(bad.out.find(expected), std::string::npos) << expected << "\n" << bad.out;
    write("many.ptx", head + body + "\tadd.q7 %r1, %r1, %r1;\n\tadd.q7 %r2, %r1, %r1;\n" + tail);
    const Outcome many = warpscope("check " + file("many.ptx"));
    EXPECT_NE(many.out.find("(2 times; this is the first)\n"), std::string::npos) << many.out;
    EXPECT_EQ(many.out.find("'add.q7 %r2"), std::string::npos) << many.out;
    EXPECT_NE(many.out.find("2 instructions are not supported"), std::string::npos) << many.out;
}

} // namespace
} // namespace warpscope::cli
