// Pieces of PTX that kernels of our own have in common.
#pragma once

namespace warpscope::instrument {

/// %x, %y: the thread's place in a two-dimensional launch. Needs 32-bit registers %x, %y, %a, %b; changes all four.
inline constexpr const char* place_of_thread = R"(    mov.u32 %a, %ctaid.x;
    mov.u32 %b, %ntid.x;
    mov.u32 %x, %tid.x;
    mad.lo.u32 %x, %a, %b, %x;
    mov.u32 %a, %ctaid.y;
    mov.u32 %b, %ntid.y;
    mov.u32 %y, %tid.y;
    mad.lo.u32 %y, %a, %b, %y;
)";

/// %cell: the thread's number in a one-dimensional launch; ends threads from the parameter `cells` on. Needs 32-bit
/// registers %cell, %a, %b and a predicate %p; changes all four.
inline constexpr const char* cell_of_thread = R"(    mov.u32 %a, %ctaid.x;
    mov.u32 %b, %ntid.x;
    mov.u32 %cell, %tid.x;
    mad.lo.u32 %cell, %a, %b, %cell;
    ld.param.u32 %a, [cells];
    setp.ge.u32 %p, %cell, %a;
    @%p ret;
)";

/// Ends threads beyond the level of a texture that is made: the parameters are to_width and to_height. After
/// place_of_thread; sets %width to the level's and changes %a and %p.
inline constexpr const char* within_level = R"(    ld.param.u32 %width, [to_width];
    ld.param.u32 %a, [to_height];
    setp.ge.u32 %p, %x, %width;
    @%p ret;
    setp.ge.u32 %p, %y, %a;
    @%p ret;
)";

} // namespace warpscope::instrument
