#include "instrument/reductions.hpp"

#include <fmt/format.h>

#include "instrument/probes.hpp"

namespace warpscope::instrument {
namespace {

constexpr const char* site_totals = R"(
.visible .entry ws_site_totals(.param .u64 records, .param .u64 totals, .param .u32 warps, .param .u32 sites)
{{
    .reg .b32 %site, %warp, %warps, %sites, %step, %a, %b;
    .reg .b64 %records, %totals, %word, %part, %executions, %lanes, %extra, %x;
    .reg .pred %done;
    ld.param.u64 %records, [records];
    ld.param.u64 %totals, [totals];
    ld.param.u32 %warps, [warps];
    ld.param.u32 %sites, [sites];
    mov.u32 %site, %tid.x;
    mov.u32 %a, %ctaid.x;
    mov.u32 %b, %ntid.y;
    mov.u32 %warp, %tid.y;
    mad.lo.u32 %warp, %a, %b, %warp;
    mov.u32 %a, %nctaid.x;
    mul.lo.u32 %step, %a, %b;
    mov.u64 %executions, 0;
    mov.u64 %lanes, 0;
    mov.u64 %extra, 0;
NEXT:
    setp.ge.u32 %done, %warp, %warps;
    @%done bra END;
    mul.wide.u32 %x, %warp, %sites;
    cvt.u64.u32 %part, %site;
    add.u64 %x, %x, %part;
    shl.b64 %x, %x, 3;
    add.u64 %x, %x, %records;
    ld.global.u64 %word, [%x];
    shr.u64 %part, %word, {executions_shift};
    add.u64 %executions, %executions, %part;
    shr.u64 %part, %word, {lanes_shift};
    and.b64 %part, %part, {part_mask};
    add.u64 %lanes, %lanes, %part;
    and.b64 %part, %word, {part_mask};
    add.u64 %extra, %extra, %part;
    add.u32 %warp, %warp, %step;
    bra NEXT;
END:
    mul.wide.u32 %x, %site, 24;
    add.u64 %x, %x, %totals;
    red.global.add.u64 [%x], %executions;
    red.global.add.u64 [%x+8], %lanes;
    red.global.add.u64 [%x+16], %extra;
    ret;
}}
)";

constexpr const char* warp_classes = R"(
.visible .entry ws_warp_classes(.param .u64 records, .param .u64 classes, .param .u32 warps, .param .u32 sites,
                                .param .u32 branches)
{{
    .reg .b32 %warp, %warps, %sites, %branches, %site, %split, %idle, %a, %b;
    .reg .b64 %x, %word, %executions, %lanes, %extra, %base;
    .reg .pred %done, %p;
    ld.param.u32 %warps, [warps];
    ld.param.u32 %sites, [sites];
    ld.param.u32 %branches, [branches];
    mov.u32 %a, %ctaid.x;
    mov.u32 %b, %ntid.x;
    mov.u32 %warp, %tid.x;
    mad.lo.u32 %warp, %a, %b, %warp;
    setp.ge.u32 %done, %warp, %warps;
    @%done ret;
    ld.param.u64 %base, [records];
    mul.wide.u32 %x, %warp, %sites;
    shl.b64 %x, %x, 3;
    add.u64 %base, %base, %x;
    mov.u32 %site, 0;
    mov.u32 %split, 0;
    mov.u32 %idle, 0;
NEXT:
    setp.ge.u32 %done, %site, %sites;
    @%done bra END;
    mul.wide.u32 %x, %site, 8;
    add.u64 %x, %x, %base;
    ld.global.u64 %word, [%x];
    shr.u64 %executions, %word, {executions_shift};
    shl.b64 %executions, %executions, 5;
    shr.u64 %lanes, %word, {lanes_shift};
    and.b64 %lanes, %lanes, {part_mask};
    setp.ne.u64 %p, %lanes, %executions;
    @%p mov.u32 %idle, {idle};
    and.b64 %extra, %word, {part_mask};
    cvt.u32.u64 %a, %extra;
    setp.lt.u32 %p, %site, %branches;
    @%p add.u32 %split, %split, %a;
    add.u32 %site, %site, 1;
    bra NEXT;
END:
    min.u32 %split, %split, {most_split};
    or.b32 %split, %split, %idle;
    ld.param.u64 %base, [classes];
    mul.wide.u32 %x, %warp, 4;
    add.u64 %x, %x, %base;
    st.global.u32 [%x], %split;
    ret;
}}
)";

} // namespace

std::string reduction_kernels() {
    constexpr uint64_t part_mask = (uint64_t{1} << lanes_shift) - 1;
    static_assert(executions_shift == 2 * lanes_shift);
    constexpr uint32_t idle = 1u << partly_idle_bit;
    return fmt::format(site_totals, fmt::arg("executions_shift", executions_shift),
                       fmt::arg("lanes_shift", lanes_shift), fmt::arg("part_mask", part_mask)) +
           fmt::format(warp_classes, fmt::arg("executions_shift", executions_shift),
                       fmt::arg("lanes_shift", lanes_shift), fmt::arg("part_mask", part_mask), fmt::arg("idle", idle),
                       fmt::arg("most_split", idle - 1));
}

} // namespace warpscope::instrument
