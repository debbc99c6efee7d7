#include "metrics/small_kernel.hpp"

#include "metrics/run_kernel.hpp"
#include "ptx/parser.hpp"

namespace warpscope::metrics {
namespace {

constexpr const char* callee = R"(
.func (.param .b32 result) twice(.param .b32 value, .param .align 8 .b8 pair[16])
{
    .reg .b32 %r<4>;
    .reg .b64 %rd<4>;
    .local .align 8 .b8 own[16];
    .loc 1 50 1
    ld.param.b64 %rd1, [pair];
    ld.param.b64 %rd2, [pair+8];
    st.local.b64 [own], %rd1;
    st.local.b64 [own+8], %rd2;
    .loc 1 51 1
    ld.param.u32 %r1, [value];
    add.s32 %r2, %r1, %r1;
    st.param.b32 [result], %r2;
    ret;
}
)";

} // namespace

std::string small_kernel(const std::string& code) {
    return ".version 8.3\n.target sm_75\n.address_size 64\n.file 1 \"k.cu\"\n" + std::string(callee) +
           ".visible .entry kernel(.param .u64 data, .param .u64 out)\n{\n"
           ".reg .b16 %s<9>;\n.reg .b32 %r<19>;\n.reg .f32 %f<9>;\n.reg .b64 %rd<19>;\n.reg .pred %p<3>;\n"
           ".local .align 16 .b8 own[64];\n.shared .align 16 .b8 block[256];\n.loc 1 1 1\n"
           "mov.u32 %r0, %tid.x;\nld.param.u64 %rd0, [out];\nmul.wide.u32 %rd1, %r0, 8;\n"
           "add.u64 %rd0, %rd0, %rd1;\nmov.u64 %rd2, own;\ncvta.local.u64 %rd2, %rd2;\n"
           "mov.u64 %rd3, block;\ncvta.shared.u64 %rd3, %rd3;\nadd.u64 %rd3, %rd3, %rd1;\n" +
           code + "ret;\n}\n";
}

std::string found(const std::string& code) {
    auto module = ptx::parse(small_kernel(code), "k.ptx");
    if (!module) return module.error().text();
    auto program = simt::Program::build(std::make_shared<const ptx::Module>(std::move(*module)));
    if (!program) return program.error().text();
    ExecutionPlan plan;
    plan.buffers = {
        buffer_of("data", ElementType::s32, 1, {64, 1, 1}, BufferRole::input, bytes_of(std::vector<int32_t>(64))),
        buffer_of("out", ElementType::s32, 1, {64, 1, 1}, BufferRole::output)};
    plan.launches = {{"kernel", {{1, 1, 1}, {32, 1, 1}, 0}, {BufferArgument{0}, BufferArgument{1}}}};
    const auto run = measured(*program, plan);
    if (!run) return "did not run";
    std::string all;
    for (const simt::Finding& finding : run->launches()[0].findings)
        all += (all.empty() ? "" : "; ") + std::string(name_of(finding.kind)) + " at " +
               std::to_string(finding.source.line);
    return all;
}

} // namespace warpscope::metrics
