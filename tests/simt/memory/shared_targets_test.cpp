// Accesses that certainly target one array in shared memory must stay within it. Other accesses may reach all of the
// block's shared memory.
#include "simt/harness.hpp"

namespace warpscope::simt {
namespace {

/// Returns the findings of `code`. Arrays in shared memory: a of 16 bytes, b of 32, and 16 dynamic bytes.
std::string found(const std::string& code) {
    Machine machine(
        module_text(".extern .shared .align 4 .b8 rest[];\n.entry k(.param .u64 p, .param .u32 n)\n{\n"
                    ".reg .b32 %r<9>;\n.reg .b64 %a<9>;\n.reg .pred %p<3>;\n.local .align 8 .b8 own[16];\n"
                    ".shared .align 4 .b8 a[16];\n.shared .align 4 .b8 b[32];\nmov.u32 %r8, a;\nmov.u32 %r8, b;\n"
                    "mov.u32 %r8, rest;\nld.param.u32 %r0, [n];\n" +
                    code + "ret;\n}\n"));
    LaunchConfig config;
    config.dynamic_shared_bytes = 16;
    const LaunchOutcome outcome = machine.run("k", config, uint64_t{0}, uint32_t{4});
    return outcome.findings.empty()
               ? ""
               : std::string(name_of(outcome.findings[0].kind)) + ": " + outcome.findings[0].message.english();
}

TEST(SharedTargets, AddressDeterminesTheArray) {
    EXPECT_EQ(found("st.shared.u32 [a+12], %r0;\n"), "");
    EXPECT_EQ(found("st.shared.u32 [a+16], %r0;\n"),
              "out_of_bounds: store of 4 bytes at 0x10 is just past the end of 'a' (16 bytes), in 'b'");
    EXPECT_EQ(found("mov.u32 %r1, b;\nld.shared.u32 %r2, [%r1+-4];\n"),
              "out_of_bounds: load of 4 bytes at 0xc is 4 bytes before 'b' (32 bytes), in 'a'");
    EXPECT_EQ(found("mov.u32 %r1, a;\nmad.lo.s32 %r1, %r0, 5, %r1;\nld.shared.u32 %r2, [%r1];\n"),
              "out_of_bounds: load of 4 bytes at 0x14 is 4 bytes past the end of 'a' (16 bytes), in 'b'");
    EXPECT_EQ(found("mov.u32 %r1, a;\nld.shared.v2.u32 {%r2, %r3}, [%r1+8];\n"), "");
    EXPECT_EQ(found("mov.u64 %a1, a;\ncvta.shared.u64 %a1, %a1;\nshl.b32 %r1, %r0, 2;\ncvt.u64.u32 %a2, %r1;\n"
                    "add.s64 %a3, %a1, %a2;\natom.add.u32 %r1, [%a3], 1;\n"),
              "out_of_bounds: atomic operation of 4 bytes at 0x10 is just past the end of 'a' (16 bytes), in 'b'");
    EXPECT_EQ(found("mov.u64 %a1, a;\ncvta.shared.u64 %a1, %a1;\nld.u32 %r1, [%a1+-8];\n"),
              "out_of_bounds: load of 4 bytes at 0x7dfffffffff8 is 8 bytes before 'a' (16 bytes)");
    EXPECT_EQ(
        found("st.shared.u32 [rest+-4], %r0;\n"),
        "out_of_bounds: store of 4 bytes at 0x2c is 4 bytes before 'rest' (16 bytes of dynamic shared memory), in 'b'");
    EXPECT_EQ(
        found("st.shared.u32 [rest+16], %r0;\n"),
        "out_of_bounds: store of 4 bytes at 0x40 is just past the end of 'rest' (16 bytes of dynamic shared memory)");
}

TEST(SharedTargets, PointerMayLeaveBetweenAccesses) {
    EXPECT_EQ(found("mov.u32 %r1, b+32;\nmov.u32 %r2, 8;\nLOOP:\nadd.s32 %r1, %r1, -4;\nld.shared.u32 %r3, [%r1];\n"
                    "add.s32 %r2, %r2, -1;\nsetp.ne.s32 %p1, %r2, 0;\n@%p1 bra LOOP;\n"),
              "");
}

TEST(SharedTargets, UncertaintyAllowsAllSharedMemory) {
    for (const char* const code : {
             // The address is in one of two arrays, selected by an instruction or by the path.
             "mov.u32 %r1, a;\nmov.u32 %r2, b;\nsetp.eq.s32 %p1, %r0, 3;\nselp.b32 %r3, %r1, %r2, %p1;\n"
             "ld.shared.u32 %r4, [%r3+16];\n",
             "setp.eq.s32 %p1, %r0, 3;\nmov.u32 %r1, b;\n@%p1 mov.u32 %r1, a;\nld.shared.u32 %r4, [%r1+-4];\n",
             // The offset is a difference of two addresses, directly and through local memory.
             "mov.u32 %r1, a;\nmov.u32 %r2, b;\nsub.s32 %r3, %r2, %r1;\nadd.s32 %r4, %r1, %r3;\n"
             "ld.shared.u32 %r4, [%r4];\n",
             "mov.u32 %r1, a;\nmov.u32 %r2, b;\nsub.s32 %r3, %r2, %r1;\nst.local.u32 [own], %r3;\n"
             "ld.local.u32 %r5, [own];\nadd.s32 %r4, %r1, %r5;\nld.shared.u32 %r4, [%r4];\n",
             // The address is loaded from memory, or has another value on another path.
             "mov.u32 %r1, a;\nst.local.u32 [own], %r1;\nld.local.u32 %r2, [own];\nld.shared.u32 %r4, [%r2+16];\n",
             "mov.u32 %r1, 0;\nsetp.eq.s32 %p1, %r0, 3;\n@%p1 mov.u32 %r1, b;\nld.shared.u32 %r4, [%r1];\n",
             "mov.u32 %r1, a;\nor.b32 %r2, %r1, 20;\nld.shared.u32 %r4, [%r2];\n",
         })
        EXPECT_EQ(found(code), "") << code;
}

} // namespace
} // namespace warpscope::simt
