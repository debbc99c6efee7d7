// isspacep: windows of generic addresses.
#include <fmt/format.h>

#include "simt/harness.hpp"

namespace warpscope::simt {
namespace {

TEST(AddressSpaces, GlobalExcludesOtherWindows) {
    const char* const names[] = {"global", "shared", "local", "const", "param"};
    // Stores one bit per space that isspacep recognizes, for a null pointer and an object in each space.
    std::string body = R"(.const .align 8 .b8 c[8];
.global .align 8 .b8 g[8];
.visible .entry k(.param .u64 out) {
    .reg .b64 %out, %a<6>;
    .reg .b32 %r<2>;
    .reg .pred %p;
    .shared .align 8 .b8 s[8];
    .local .align 8 .b8 l[8];
    ld.param.u64 %out, [out];
    mov.u64 %a0, 0;
    mov.u64 %a1, g;
    mov.u64 %a2, s;
    mov.u64 %a3, l;
    mov.u64 %a4, c;
    mov.u64 %a5, out;
)";
    for (size_t space = 0; space < std::size(names); ++space)
        body += fmt::format("cvta.{0}.u64 %a{1}, %a{1};\n", names[space], space + 1);
    for (size_t address = 0; address < 6; ++address) {
        body += "mov.b32 %r0, 0;\n";
        for (size_t space = 0; space < std::size(names); ++space)
            body += fmt::format("isspacep.{} %p, %a{};\nselp.b32 %r1, {}, 0, %p;\nor.b32 %r0, %r0, %r1;\n",
                                names[space], address, 1 << space);
        body += fmt::format("st.global.u32 [%out+{}], %r0;\n", address * 4);
    }
    Machine machine(module_text(body + "ret;\n}\n"));
    const uint32_t out = machine.buffer("out", std::vector<uint32_t>(6));
    const LaunchOutcome outcome = machine.run("k", LaunchConfig{}, machine.address(out));
    ASSERT_TRUE(outcome.findings.empty()) << texts_of(outcome)[0];
    EXPECT_EQ(machine.read<uint32_t>(out), (std::vector<uint32_t>{1, 1, 2, 4, 8, 16 | 1}));
}

} // namespace
} // namespace warpscope::simt
