#pragma once

namespace warpscope::instrument {

/// Sets %x, %y to the thread's index. Uses %a, %b.
inline constexpr const char* place_of_thread = R"(    mov.u32 %a, %ctaid.x;
    mov.u32 %b, %ntid.x;
    mov.u32 %x, %tid.x;
    mad.lo.u32 %x, %a, %b, %x;
    mov.u32 %a, %ctaid.y;
    mov.u32 %b, %ntid.y;
    mov.u32 %y, %tid.y;
    mad.lo.u32 %y, %a, %b, %y;
)";

/// Sets %cell to the thread's linear index. Threads with index `cells` or higher return. Uses %a, %b, %p.
inline constexpr const char* cell_of_thread = R"(    mov.u32 %a, %ctaid.x;
    mov.u32 %b, %ntid.x;
    mov.u32 %cell, %tid.x;
    mad.lo.u32 %cell, %a, %b, %cell;
    ld.param.u32 %a, [cells];
    setp.ge.u32 %p, %cell, %a;
    @%p ret;
)";

/// Makes threads outside (to_width, to_height) return. Must follow place_of_thread. Sets %width; uses %a, %p.
inline constexpr const char* within_level = R"(    ld.param.u32 %width, [to_width];
    ld.param.u32 %a, [to_height];
    setp.ge.u32 %p, %x, %width;
    @%p ret;
    setp.ge.u32 %p, %y, %a;
    @%p ret;
)";

} // namespace warpscope::instrument
