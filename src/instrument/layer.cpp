#include "instrument/layer.hpp"

#include "instrument/planned.hpp"
#include "instrument/ptx_text.hpp"

namespace warpscope::instrument {
namespace {

constexpr const char* owning_head = R"(
.visible .entry ws_layer_owning(.param .u64 owners, .param .u64 owning, .param .u32 cells, .param .u32 per_block,
                                .param .u32 warps_per_block)
{
    .reg .b32 %cell, %a, %b, %owner, %per, %block, %warp;
    .reg .b64 %x, %base;
    .reg .pred %p;
)";

constexpr const char* owning_body = R"(    ld.param.u64 %base, [owners];
    mul.wide.u32 %x, %cell, 4;
    add.u64 %x, %x, %base;
    ld.global.u32 %owner, [%x];
    setp.eq.u32 %p, %owner, 0;
    @%p ret;
    sub.u32 %owner, %owner, 1;
    ld.param.u32 %per, [per_block];
    div.u32 %block, %owner, %per;
    rem.u32 %a, %owner, %per;
    shr.u32 %a, %a, 5;
    ld.param.u32 %b, [warps_per_block];
    mad.lo.u32 %warp, %block, %b, %a;
    ld.param.u64 %base, [owning];
    cvt.u64.u32 %x, %warp;
    add.u64 %x, %x, %base;
    mov.u32 %a, 1;
    st.global.u8 [%x], %a;
    ret;
}
)";

// Fills keys and marks, with one thread per place. %id is the owner or idle thread, or 0. %idle is 1 for an idle
// thread. %stands is the thread with the place's index.
constexpr const char* cells_head = R"(
.visible .entry ws_layer_cells(.param .u64 owners, .param .u64 classes, .param .u64 owning, .param .u64 keys,
    .param .u64 marks, .param .u64 misplaced, .param .u32 data_width, .param .u32 data_height, .param .u32 width, .param .u32 height,
    .param .u32 threads_x, .param .u32 threads_y, .param .u32 block_x, .param .u32 block_y, .param .u32 grid_x,
    .param .u32 per_block, .param .u32 warps_per_block, .param .u32 key_shift)
{
    .reg .b32 %x, %y, %a, %b, %c, %width, %id, %stands, %idle, %place, %key, %mark, %warp;
    .reg .b64 %at, %base;
    .reg .pred %p, %q;
)";

constexpr const char* cells_body = R"(    ld.param.u32 %width, [width];
    ld.param.u32 %a, [height];
    setp.ge.u32 %p, %x, %width;
    @%p ret;
    setp.ge.u32 %p, %y, %a;
    @%p ret;
    mad.lo.u32 %place, %y, %width, %x;
    mov.u32 %id, 0;
    mov.u32 %idle, 0;
    mov.u32 %key, 0;
    mov.u32 %mark, 0;
    ld.param.u32 %a, [data_width];
    ld.param.u32 %b, [data_height];
    setp.lt.u32 %p, %x, %a;
    setp.lt.and.u32 %p, %y, %b, %p;
    @!%p bra STANDING;
    mad.lo.u32 %a, %y, %a, %x;
    ld.param.u64 %base, [owners];
    mul.wide.u32 %at, %a, 4;
    add.u64 %at, %at, %base;
    ld.global.u32 %id, [%at];
STANDING:
    mov.u32 %stands, 0;
    ld.param.u32 %a, [threads_x];
    ld.param.u32 %b, [threads_y];
    setp.lt.u32 %p, %x, %a;
    setp.lt.and.u32 %p, %y, %b, %p;
    @!%p bra COMPARE;
    ld.param.u32 %a, [block_x];
    ld.param.u32 %b, [block_y];
    div.u32 %stands, %y, %b;
    ld.param.u32 %c, [grid_x];
    mul.lo.u32 %stands, %stands, %c;
    div.u32 %c, %x, %a;
    add.u32 %stands, %stands, %c;
    ld.param.u32 %c, [per_block];
    mul.lo.u32 %stands, %stands, %c;
    rem.u32 %c, %y, %b;
    mad.lo.u32 %stands, %c, %a, %stands;
    rem.u32 %c, %x, %a;
    add.u32 %stands, %stands, %c;
    add.u32 %stands, %stands, 1;
COMPARE:
    setp.ne.u32 %p, %id, 0;
    setp.ne.and.u32 %q, %id, %stands, %p;
    @!%q bra COMPARED;
    ld.param.u64 %base, [misplaced];
    mov.u32 %a, 1;
    st.global.u32 [%base], %a;
COMPARED:
    @%p bra FOUND;
    mov.u32 %id, %stands;
    mov.u32 %idle, 1;
    setp.ne.u32 %p, %id, 0;
    @%p bra FOUND;
    ld.param.u64 %base, [misplaced];
    mov.u32 %a, 1;
    st.global.u32 [%base+4], %a;
    bra STORE;
FOUND:
    sub.u32 %id, %id, 1;
    ld.param.u32 %a, [per_block];
    div.u32 %b, %id, %a;
    rem.u32 %c, %id, %a;
    ld.param.u32 %a, [warps_per_block];
    shr.u32 %warp, %c, 5;
    mad.lo.u32 %warp, %b, %a, %warp;
    add.u32 %b, %b, 1;
    ld.param.u32 %a, [key_shift];
    shl.b32 %key, %b, %a;
    shl.b32 %c, %c, 1;
    or.b32 %key, %key, %c;
    or.b32 %key, %key, %idle;
    setp.ne.u32 %p, %idle, 0;
    selp.u32 %mark, 2, 1, %p;
    ld.param.u64 %base, [classes];
    mul.wide.u32 %at, %warp, 4;
    add.u64 %at, %at, %base;
    ld.global.u32 %a, [%at];
    and.b32 %b, %a, 2147483647;
    setp.ne.u32 %p, %b, 0;
    @%p or.b32 %mark, %mark, 4;
    @%p bra STORE;
    ld.param.u64 %base, [owning];
    cvt.u64.u32 %at, %warp;
    add.u64 %at, %at, %base;
    ld.global.u8 %b, [%at];
    setp.ne.u32 %p, %b, 0;
    setp.ne.u32 %q, %a, 0;
    and.pred %p, %p, %q;
    @%p or.b32 %mark, %mark, 8;
STORE:
    ld.param.u64 %base, [keys];
    mul.wide.u32 %at, %place, 4;
    add.u64 %at, %at, %base;
    st.global.u32 [%at], %key;
    ld.param.u64 %base, [marks];
    cvt.u64.u32 %at, %place;
    add.u64 %at, %at, %base;
    st.global.u8 [%at], %mark;
    ret;
}
)";

// Combines 2 x 2 marks, with one thread per texel of the smaller level. The last texel covers an odd last column or
// row.
constexpr const char* reduce_head = R"(
.visible .entry ws_layer_reduce(.param .u64 marks, .param .u32 from, .param .u32 to, .param .u32 from_width,
    .param .u32 from_height, .param .u32 to_width, .param .u32 to_height)
{
    .reg .b32 %x, %y, %a, %b, %left, %right, %bottom, %from_width, %from_height, %width, %height, %mark, %i, %j;
    .reg .b64 %at, %base;
    .reg .pred %p;
)";

constexpr const char* reduce_body = R"(    ld.param.u32 %height, [to_height];
    ld.param.u32 %from_width, [from_width];
    ld.param.u32 %from_height, [from_height];
    ld.param.u64 %base, [marks];
    shl.b32 %left, %x, 1;
    add.u32 %right, %left, 2;
    min.u32 %right, %right, %from_width;
    add.u32 %a, %x, 1;
    setp.eq.u32 %p, %a, %width;
    @%p mov.u32 %right, %from_width;
    shl.b32 %j, %y, 1;
    add.u32 %bottom, %j, 2;
    min.u32 %bottom, %bottom, %from_height;
    add.u32 %a, %y, 1;
    setp.eq.u32 %p, %a, %height;
    @%p mov.u32 %bottom, %from_height;
    mov.u32 %mark, 0;
ROW:
    mov.u32 %i, %left;
CELL:
    mad.lo.u32 %a, %j, %from_width, %i;
    ld.param.u32 %b, [from];
    add.u32 %a, %a, %b;
    cvt.u64.u32 %at, %a;
    add.u64 %at, %at, %base;
    ld.global.u8 %b, [%at];
    or.b32 %mark, %mark, %b;
    add.u32 %i, %i, 1;
    setp.lt.u32 %p, %i, %right;
    @%p bra CELL;
    add.u32 %j, %j, 1;
    setp.lt.u32 %p, %j, %bottom;
    @%p bra ROW;
    mad.lo.u32 %a, %y, %width, %x;
    ld.param.u32 %b, [to];
    add.u32 %a, %a, %b;
    cvt.u64.u32 %at, %a;
    add.u64 %at, %at, %base;
    st.global.u8 [%at], %mark;
    ret;
}
)";

} // namespace

void add_layer(Instrumented& made, const LayerPlan& plan) {
    const LaunchConfig& config = made.config;
    const std::vector<MipLevel> levels = mip_levels(plan.width, plan.height);
    for (const char* part : {owning_head, cell_of_thread, owning_body}) made.ptx += part;
    for (const char* part : {cells_head, place_of_thread, cells_body}) made.ptx += part;
    for (const char* part : {reduce_head, place_of_thread, within_level, reduce_body}) made.ptx += part;
    const uint32_t owning = add_buffer(made.plan, "ws_owning", ElementType::u8, config.warps());
    made.keys = add_buffer(made.plan, "ws_keys", ElementType::u32, plan.width, plan.height);
    made.marks = add_buffer(made.plan, "ws_marks", ElementType::u8, texels_of(levels));

    made.misplaced = add_buffer(made.plan, "ws_misplaced", ElementType::u32, 2);

    const Argument owners = BufferArgument{made.owners}, marks = BufferArgument{made.marks},
                   per_block = number("per_block", config.threads_per_block()),
                   warps_per_block = number("warps_per_block", config.warps_per_block());
    const uint32_t cells = plan.data_width * plan.data_height;
    made.plan.launches.push_back(
        over_cells(cells, "ws_layer_owning",
                   {owners, BufferArgument{owning}, number("cells", cells), per_block, warps_per_block}));
    const uint32_t threads_x = plan.placed ? config.grid.x * config.block.x : 0,
                   threads_y = plan.placed ? config.grid.y * config.block.y : 0;
    made.plan.launches.push_back(over_places(
        plan.width, plan.height, "ws_layer_cells",
        {owners, BufferArgument{made.classes}, BufferArgument{owning}, BufferArgument{made.keys}, marks,
         BufferArgument{made.misplaced}, number("data_width", plan.data_width), number("data_height", plan.data_height),
         number("width", plan.width), number("height", plan.height), number("threads_x", threads_x),
         number("threads_y", threads_y), number("block_x", config.block.x), number("block_y", config.block.y),
         number("grid_x", config.grid.x), per_block, warps_per_block, number("key_shift", plan.key_shift)}));
    add_smaller_levels(made.plan, "ws_layer_reduce", marks, levels);
}

} // namespace warpscope::instrument
