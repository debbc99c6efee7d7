#include <algorithm>
#include <tuple>

#include "gpu/child/guard.hpp"
#include "gpu/executor.hpp"
#include "gpu/selfcheck/common.hpp"

namespace warpscope::selfcheck {
namespace {

/// Returns PTX in which thread i adds 1 to word i. The first instruction is `fault`.
std::string adding_ptx(std::string_view version, std::string_view fault) {
    return fmt::format(R"(.version {}
.target sm_75
.address_size 64
.visible .entry add_one(.param .u64 words)
{{
    .reg .b32 %r<3>;
    .reg .b64 %rd<4>;
    ld.param.u64 %rd1, [words];
    mov.u32 %r1, %tid.x;
    mul.wide.u32 %rd2, %r1, 4;
    add.s64 %rd3, %rd1, %rd2;
    {}
    ld.global.u32 %r2, [%rd3];
    add.u32 %r2, %r2, 1;
    st.global.u32 [%rd3], %r2;
    ret;
}}
)",
                       version, fault);
}

ExecutionPlan adding_plan(uint32_t words) {
    ExecutionPlan plan;
    plan.buffers.resize(1);
    plan.buffers[0].layout.type = ElementType::u32;
    plan.buffers[0].layout.shape.width = words;
    plan.buffers[0].role = BufferRole::output;
    PlannedLaunch& launch = plan.launches.emplace_back();
    launch.kernel = "add_one";
    launch.config.block.x = words;
    launch.arguments.emplace_back(BufferArgument{0});
    return plan;
}

} // namespace

void check_compiling(Report& report) {
    report.section("PTX and the driver");
    const auto run = gpu::executor().run(adding_ptx("7.0", ""), adding_plan(37));
    if (report.check(run.has_value(), run ? "" : run.error().text())) {
        const auto& bytes = *run->buffers[0].bytes;
        bool all_one = true;
        for (uint64_t i = 0; i < 37; ++i)
            all_one = all_one && element_as_double(bytes.data(), ElementType::u32, i) == 1;
        report.check(all_one, "37 threads of a block of 37 add 1 to zeros");
        report.check(run->note.empty(), "PTX 7.0 is taken as it is");
    }
    const auto newer = gpu::executor().run(adding_ptx("19.9", ""), adding_plan(37));
    report.check(newer.has_value(), newer ? "" : "PTX of a future version: " + newer.error().text());
    if (newer) {
        report.check(!newer->note.empty(), "PTX of a future version is declared older");
        report.note(newer->note.english());
    }
    const auto wrong = gpu::executor().run(adding_ptx("7.0", "frobnicate.u32 %r1, %r2;"), adding_plan(37));
    report.check(!wrong && wrong.error().message.english().find("frobnicate") != std::string::npos,
                 "an unknown instruction is reported with the compiler's words");
    if (!wrong) report.note(wrong.error().text());
    report.check(gpu::executor().status().usable, "the GPU stays usable after PTX that does not compile");
}

void check_fault(Report& report) {
    report.section("A kernel that faults");
    const auto run = gpu::executor().run(adding_ptx("7.0", "mov.u64 %rd3, 0;"), adding_plan(32));
    report.check(!run && run.error().kind == ErrorKind::failed, "a store to address 0 is a failure");
    if (!run) report.note(run.error().text());
    report.check(!gpu::executor().status().usable, "the GPU is given up afterwards");
    const auto later = gpu::executor().run(adding_ptx("7.0", ""), adding_plan(32));
    report.check(!later && later.error().kind == ErrorKind::environment, "later runs are refused with the reason");
    if (!later) report.note(later.error().text());
}

void check_guard(Report& report) {
    report.section("Kernels in a process of their own");
    const gpu::RunOptions guarded{.guarded = true, .time_limit = gpu::limit_of_faulty_kernels()};
    const auto run = [&](std::string_view fault) {
        const auto start = std::chrono::steady_clock::now();
        const auto ran = gpu::executor().run(adding_ptx("7.0", fault), adding_plan(32), guarded);
        return std::pair(ran ? std::string() : ran.error().text(), milliseconds_since(start));
    };
    const auto [problem, first_ms] = run("");
    if (!report.check(problem.empty(), problem)) return;
    report.note(fmt::format("the first child is ready and has run a kernel after {:.0f} ms", first_ms));
    constexpr const char *stray = "mov.u64 %rd3, 0;", *loop = "AGAIN: bra AGAIN;";
    for (const auto& [what, fault, times] : {std::tuple("faults", stray, 100), {"never ends", loop, 5}}) {
        std::vector<double> reported, back;
        std::string words;
        for (int i = 0; i < times; ++i) {
            const auto [failure, ms] = run(fault);
            reported.push_back(ms);
            if (!report.check(!failure.empty(), "it went through")) return;
            words = failure;
            const auto [problem, again_ms] = run("");
            back.push_back(again_ms);
            if (!report.check(problem.empty(), "afterwards: " + problem)) return;
        }
        report.note(fmt::format("a kernel that {}: {}", what, words));
        report.note(fmt::format("reported after {}; a sound kernel has run {} later", spread(reported), spread(back)));
        report.check(std::ranges::max(reported) < 1000, "the fault is reported within a second");
        report.check(std::ranges::max(back) < 2000, "a sound kernel runs within two seconds");
    }
    const auto here = gpu::executor().run(adding_ptx("7.0", ""), adding_plan(32));
    report.check(here.has_value(), "this process can use the GPU as before");
}

} // namespace warpscope::selfcheck
