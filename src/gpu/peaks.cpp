#include "gpu/peaks.hpp"

#include <algorithm>

namespace warpscope::gpu {
namespace {

constexpr uint32_t copy_threads = 256, copy_cells = 64u << 20; // cells have 4 bytes; together they exceed the caches
constexpr uint32_t fma_threads = 256, fma_rounds = 2048, fma_chains = 8;
constexpr uint32_t repeats = 9;

constexpr const char* copy_ptx = R"(.version 6.4
.target sm_50
.address_size 64
.visible .entry ws_copy(.param .u64 target, .param .u64 source)
{
    .reg .b64 %t, %s, %o;
    .reg .b32 %i, %n, %b, %a, %c, %d, %e;
    ld.param.u64 %t, [target];
    ld.param.u64 %s, [source];
    mov.u32 %b, %ctaid.x;
    mov.u32 %n, %ntid.x;
    mov.u32 %i, %tid.x;
    mad.lo.u32 %i, %b, %n, %i;
    mul.wide.u32 %o, %i, 16;
    add.u64 %s, %s, %o;
    add.u64 %t, %t, %o;
    ld.global.v4.u32 {%a, %c, %d, %e}, [%s];
    st.global.v4.u32 [%t], {%a, %c, %d, %e};
    ret;
}
)";

constexpr const char* fma_ptx = R"(.version 6.4
.target sm_50
.address_size 64
.visible .entry ws_fma(.param .u64 target, .param .f32 factor, .param .u32 rounds)
{
    .reg .b64 %t, %o;
    .reg .b32 %i, %n;
    .reg .f32 %f, %x<8>;
    .reg .pred %p;
    ld.param.f32 %f, [factor];
    ld.param.u32 %n, [rounds];
    mov.u32 %i, %tid.x;
    cvt.rn.f32.u32 %x0, %i;
    add.f32 %x1, %x0, %f;
    add.f32 %x2, %x1, %f;
    add.f32 %x3, %x2, %f;
    add.f32 %x4, %x3, %f;
    add.f32 %x5, %x4, %f;
    add.f32 %x6, %x5, %f;
    add.f32 %x7, %x6, %f;
NEXT:
    fma.rn.f32 %x0, %x0, %f, %f;
    fma.rn.f32 %x1, %x1, %f, %f;
    fma.rn.f32 %x2, %x2, %f, %f;
    fma.rn.f32 %x3, %x3, %f, %f;
    fma.rn.f32 %x4, %x4, %f, %f;
    fma.rn.f32 %x5, %x5, %f, %f;
    fma.rn.f32 %x6, %x6, %f, %f;
    fma.rn.f32 %x7, %x7, %f, %f;
    sub.u32 %n, %n, 1;
    setp.ne.u32 %p, %n, 0;
    @%p bra NEXT;
    add.f32 %x0, %x0, %x1;
    add.f32 %x2, %x2, %x3;
    add.f32 %x4, %x4, %x5;
    add.f32 %x6, %x6, %x7;
    add.f32 %x0, %x0, %x2;
    add.f32 %x4, %x4, %x6;
    add.f32 %x0, %x0, %x4;
    ld.param.u64 %t, [target];
    mul.wide.u32 %o, %i, 4;
    add.u64 %t, %t, %o;
    st.global.f32 [%t], %x0;
    ret;
}
)";

uint32_t add_buffer(ExecutionPlan& plan, uint32_t cells) {
    PlannedBuffer buffer;
    buffer.layout.name = "peak";
    buffer.layout.type = ElementType::f32;
    buffer.layout.shape.width = cells;
    plan.buffers.push_back(std::move(buffer));
    return static_cast<uint32_t>(plan.buffers.size() - 1);
}

Result<double> fastest(Executor& executor, const char* ptx, const ExecutionPlan& plan) {
    RunOptions options;
    options.repeats = repeats;
    for (uint32_t i = 0; i < plan.buffers.size(); ++i) options.unread.push_back(i);
    auto run = executor.run(ptx, plan, options);
    if (!run) return tl::unexpected(run.error());
    return *std::ranges::min_element(run->times_ms) / 1e3;
}

} // namespace

Result<Peaks> measure_peaks(Executor& executor) {
    ExecutionPlan copy;
    const uint32_t target = add_buffer(copy, copy_cells), source = add_buffer(copy, copy_cells);
    copy.launches.push_back({"ws_copy",
                             {{copy_cells / 4 / copy_threads, 1, 1}, {copy_threads, 1, 1}, 0},
                             {BufferArgument{target}, BufferArgument{source}}});
    const auto copied = fastest(executor, copy_ptx, copy);
    if (!copied) return tl::unexpected(copied.error());

    ExecutionPlan multiply;
    const uint32_t result = add_buffer(multiply, fma_threads);
    const auto blocks = static_cast<uint32_t>(executor.status().multiprocessors) * 16;
    multiply.launches.push_back({"ws_fma",
                                 {{blocks, 1, 1}, {fma_threads, 1, 1}, 0},
                                 {BufferArgument{result}, ScalarArgument{"factor", ElementType::f32, 0.5},
                                  ScalarArgument{"rounds", ElementType::u32, fma_rounds}}});
    const auto multiplied = fastest(executor, fma_ptx, multiply);
    if (!multiplied) return tl::unexpected(multiplied.error());

    Peaks peaks;
    peaks.bytes_per_second = 2.0 * 4 * copy_cells / *copied;
    peaks.float_operations_per_second = 2.0 * fma_chains * fma_rounds * fma_threads * blocks / *multiplied;
    return peaks;
}

} // namespace warpscope::gpu
