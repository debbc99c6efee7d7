#include "instrument/cell_levels.hpp"

#include <algorithm>
#include <bit>
#include <fmt/format.h>
#include <limits>

#include "instrument/instrument.hpp"
#include "instrument/planned.hpp"
#include "instrument/ptx_text.hpp"

namespace warpscope::instrument {
namespace {

// Finds the lowest and highest mean, with one thread per cell. Stores the complement of the lowest, so that both
// results are maxima.
constexpr const char* range_head = R"(
.visible .entry ws_cell_range(.param .u64 means, .param .u64 ranges, .param .u32 first, .param .u32 slot,
    .param .u32 cells)
{
    .reg .b32 %cell, %a, %b, %mean;
    .reg .b64 %x, %base;
    .reg .f32 %f;
    .reg .pred %p;
)";

constexpr const char* range_body = R"(    ld.param.u32 %a, [first];
    add.u32 %cell, %cell, %a;
    ld.param.u64 %base, [means];
    mul.wide.u32 %x, %cell, 4;
    add.u64 %x, %x, %base;
    ld.global.f32 %f, [%x];
    setp.eq.f32 %p, %f, 0f00000000;
    @%p ret;
    mov.b32 %mean, %f;
    not.b32 %b, %mean;
    ld.param.u64 %base, [ranges];
    ld.param.u32 %a, [slot];
    mul.wide.u32 %x, %a, 8;
    add.u64 %x, %x, %base;
    ld.volatile.global.u32 %a, [%x];
    setp.gt.u32 %p, %b, %a;
    @%p red.global.max.u32 [%x], %b;
    ld.volatile.global.u32 %a, [%x+4];
    setp.gt.u32 %p, %mean, %a;
    @%p red.global.max.u32 [%x+4], %mean;
    ret;
}
)";

// Converts means to levels, with one thread per cell. All buffers share a scale.
constexpr const char* levels_head = R"(
.visible .entry ws_cell_levels(.param .u64 means, .param .u64 ranges, .param .u64 texels, .param .u32 first,
    .param .u32 slots, .param .f64 low, .param .f64 high, .param .u32 cells)
{
    .reg .b32 %cell, %a, %b, %slots, %lowest, %highest;
    .reg .b64 %x, %base;
    .reg .f32 %f;
    .reg .f64 %mean, %low, %high, %d;
    .reg .pred %p;
)";

constexpr const char* levels_body = R"(    ld.param.u32 %a, [first];
    add.u32 %a, %a, %cell;
    ld.param.u64 %base, [means];
    mul.wide.u32 %x, %a, 4;
    add.u64 %x, %x, %base;
    ld.global.f32 %f, [%x];
    mov.u32 %a, 0;
    setp.eq.f32 %p, %f, 0f00000000;
    @%p bra STORE;
    mov.u32 %lowest, 0;
    mov.u32 %highest, 0;
    ld.param.u64 %base, [ranges];
    ld.param.u32 %slots, [slots];
SLOT:
    ld.global.v2.u32 {%a, %b}, [%base];
    max.u32 %lowest, %lowest, %a;
    max.u32 %highest, %highest, %b;
    add.u64 %base, %base, 8;
    sub.u32 %slots, %slots, 1;
    setp.ne.u32 %p, %slots, 0;
    @%p bra SLOT;
    cvt.f64.f32 %mean, %f;
    not.b32 %lowest, %lowest;
    mov.b32 %f, %lowest;
    cvt.f64.f32 %low, %f;
    ld.param.f64 %d, [low];
    min.f64 %low, %low, %d;
    mov.b32 %f, %highest;
    cvt.f64.f32 %high, %f;
    ld.param.f64 %d, [high];
    max.f64 %high, %high, %d;
    sqrt.rn.f64 %mean, %mean;
    sqrt.rn.f64 %low, %low;
    sqrt.rn.f64 %high, %high;
    sub.rn.f64 %mean, %mean, %low;
    sub.rn.f64 %d, %high, %low;
    setp.gt.f64 %p, %d, 0d0000000000000000;
    selp.f64 %d, %d, 0d3FF0000000000000, %p;
    div.rn.f64 %mean, %mean, %d;
    max.f64 %mean, %mean, 0d0000000000000000;
    min.f64 %mean, %mean, 0d3FF0000000000000;
    mul.rn.f64 %mean, %mean, 0d406FE00000000000;
    add.rn.f64 %mean, %mean, 0d3FE0000000000000;
    cvt.rzi.u32.f64 %a, %mean;
    or.b32 %a, %a, 65280;
STORE:
    ld.param.u64 %base, [texels];
    mul.wide.u32 %x, %cell, 2;
    add.u64 %x, %x, %base;
    st.global.u16 [%x], %a;
    ret;
}
)";

// Averages 2 x 2 texels, with one thread per texel of the smaller level. Ignores an odd last column or row.
constexpr const char* average_head = R"(
.visible .entry ws_cell_average(.param .u64 texels, .param .u32 from, .param .u32 to, .param .u32 from_width,
    .param .u32 from_height, .param .u32 to_width, .param .u32 to_height)
{
    .reg .b32 %x, %y, %a, %b, %left, %right, %top, %bottom, %width, %from, %sum;
    .reg .b64 %at, %base;
    .reg .pred %p;
)";

constexpr const char* average_begin = R"(    ld.param.u32 %from, [from];
    ld.param.u64 %base, [texels];
    ld.param.u32 %a, [from_width];
    shl.b32 %left, %x, 1;
    add.u32 %right, %left, 1;
    sub.u32 %b, %a, 1;
    min.u32 %right, %right, %b;
    shl.b32 %top, %y, 1;
    add.u32 %bottom, %top, 1;
    ld.param.u32 %b, [from_height];
    sub.u32 %b, %b, 1;
    min.u32 %bottom, %bottom, %b;
    mul.lo.u32 %top, %top, %a;
    mul.lo.u32 %bottom, %bottom, %a;
    mov.u32 %sum, 131074;
)";

constexpr const char* average_add = R"(    add.u32 %a, %{row}, %{column};
    add.u32 %a, %a, %from;
    mul.wide.u32 %at, %a, 2;
    add.u64 %at, %at, %base;
    ld.global.u16 %a, [%at];
    and.b32 %b, %a, 255;
    add.u32 %sum, %sum, %b;
    and.b32 %b, %a, 65280;
    shl.b32 %b, %b, 8;
    add.u32 %sum, %sum, %b;
)";

constexpr const char* average_end = R"(    shr.u32 %sum, %sum, 2;
    and.b32 %a, %sum, 255;
    shr.u32 %b, %sum, 8;
    and.b32 %b, %b, 65280;
    or.b32 %a, %a, %b;
    mad.lo.u32 %b, %y, %width, %x;
    ld.param.u32 %x, [to];
    add.u32 %b, %b, %x;
    mul.wide.u32 %at, %b, 2;
    add.u64 %at, %at, %base;
    st.global.u16 [%at], %a;
    ret;
}
)";

std::string kernels() {
    std::string text;
    for (const char* part : {range_head, cell_of_thread, range_body, levels_head, cell_of_thread, levels_body,
                             average_head, place_of_thread, within_level, average_begin})
        text += part;
    for (const char* row : {"top", "bottom"})
        for (const char* column : {"left", "right"})
            text += fmt::format(fmt::runtime(average_add), fmt::arg("row", row), fmt::arg("column", column));
    return text + average_end;
}

} // namespace

CellLevels add_cell_levels(CellProbe& probe, const std::vector<CellPlane>& planes,
                           const std::optional<CellScale>& at_least) {
    CellLevels made;
    probe.ptx += kernels();
    const Argument means = BufferArgument{probe.means};
    const uint32_t buffers = probe.counts;
    made.ranges = add_buffer(probe.plan, "ws_ranges", ElementType::u32, 2 * std::max(buffers, 1u));
    std::vector<uint64_t> first;
    uint64_t cells = 0;
    for (uint32_t i = 0; i < buffers; ++i) {
        first.push_back(cells);
        const uint64_t here = probe.plan.buffers[i].layout.shape.cells();
        cells += here;
        if (here == 0) continue;
        probe.plan.launches.push_back(over_cells(
            here, "ws_cell_range",
            {means, BufferArgument{made.ranges}, number("first", first[i]), number("slot", i), number("cells", here)}));
    }
    constexpr double none = std::numeric_limits<float>::max();
    const ScalarArgument low{"low", ElementType::f64, at_least ? at_least->low : none},
        high{"high", ElementType::f64, at_least ? at_least->high : -none};
    for (const CellPlane& plane : planes) {
        const std::vector<MipLevel> levels = mip_levels(plane.width, plane.height);
        made.texels.push_back(add_buffer(probe.plan, "ws_levels", ElementType::u16, texels_of(levels)));
        const Argument texels = BufferArgument{made.texels.back()};
        const uint64_t here = uint64_t{plane.width} * plane.height;
        probe.plan.launches.push_back(
            over_cells(here, "ws_cell_levels",
                       {means, BufferArgument{made.ranges}, texels, number("first", first.at(plane.buffer)),
                        number("slots", buffers), low, high, number("cells", here)}));
        add_smaller_levels(probe.plan, "ws_cell_average", texels, levels);
    }
    return made;
}

std::optional<CellScale> cell_range(const uint32_t* words) {
    if (words[1] == 0) return std::nullopt;
    return CellScale{static_cast<double>(std::bit_cast<float>(~words[0])),
                     static_cast<double>(std::bit_cast<float>(words[1]))};
}

} // namespace warpscope::instrument
