#include "interop/picture.hpp"

#include "instrument/ptx_text.hpp"

namespace warpscope::interop {

std::optional<Picture> picture_of(const BufferLayout& buffer, const PictureLayout& layout) {
    constexpr uint32_t max_side = 16384;
    if (buffer.channels == 0 || buffer.shape.cells() == 0 || layout.width == 0 || layout.height == 0 ||
        layout.width > max_side || layout.height > max_side || (buffer.padding != 0 && buffer.shape.depth > 1))
        return std::nullopt;
    return Picture{buffer.type, buffer.channels, buffer.shape.cells(), layout};
}

LaunchConfig picture_launch(uint32_t width, uint32_t height) {
    constexpr uint32_t wide = 32, tall = 8;
    return {{(width + wide - 1) / wide, (height + tall - 1) / tall, 1}, {wide, tall, 1}, 0};
}

namespace {

constexpr const char* parameters = R"((.param .u64 target, .param .u64 source, .param .u32 width, .param .u32 height,
    .param .u32 channels, .param .u32 slice_width, .param .u32 slice_height, .param .u32 columns, .param .u32 gap,
    .param .u32 transposed, .param .u64 cells)
)";

constexpr const char* registers = R"({
    .reg .b32 %x, %y, %a, %b, %width, %height, %channels, %first, %red, %green, %blue, %rgba;
    .reg .b32 %column, %row, %slice_width, %slice_height, %gap, %across, %down;
    .reg .b64 %target, %source, %at, %cell, %cells;
    .reg .pred %p, %q, %two, %three;
)";

// Sets %first to the texel's linear index, %rgba to its color. Skips the divisions if texels have the cells' order.
constexpr const char* body = R"(    ld.param.u32 %width, [width];
    ld.param.u32 %height, [height];
    setp.ge.u32 %p, %x, %width;
    setp.ge.or.u32 %p, %y, %height, %p;
    @%p ret;
    ld.param.u64 %target, [target];
    ld.param.u64 %source, [source];
    ld.param.u32 %channels, [channels];
    setp.ge.u32 %two, %channels, 2;
    setp.ge.u32 %three, %channels, 3;
    mad.lo.u32 %first, %y, %width, %x;
    cvt.u64.u32 %cell, %first;
    ld.param.u64 %cells, [cells];
    ld.param.u32 %slice_width, [slice_width];
    ld.param.u32 %slice_height, [slice_height];
    ld.param.u32 %a, [transposed];
    mov.u32 %rgba, 0;
    setp.ne.u32 %q, %a, 0;
    setp.eq.u32 %p, %slice_width, %width;
    setp.eq.and.u32 %p, %slice_height, %height, %p;
    setp.eq.and.u32 %p, %a, 0, %p;
    @%p bra PLACED;
    selp.b32 %column, %y, %x, %q;
    selp.b32 %row, %x, %y, %q;
    ld.param.u32 %gap, [gap];
    add.u32 %a, %slice_width, %gap;
    div.u32 %across, %column, %a;
    mul.lo.u32 %b, %across, %a;
    sub.u32 %column, %column, %b;
    add.u32 %a, %slice_height, %gap;
    div.u32 %down, %row, %a;
    mul.lo.u32 %b, %down, %a;
    sub.u32 %row, %row, %b;
    setp.ge.u32 %p, %column, %slice_width;
    setp.ge.or.u32 %p, %row, %slice_height, %p;
    @%p bra STORE;
    ld.param.u32 %a, [columns];
    mad.lo.u32 %a, %down, %a, %across;
    mad.lo.u32 %a, %a, %slice_height, %row;
    mul.wide.u32 %cell, %a, %slice_width;
    cvt.u64.u32 %at, %column;
    add.u64 %cell, %cell, %at;
PLACED:
    setp.ge.u64 %p, %cell, %cells;
    @%p bra STORE;
    cvt.u64.u32 %at, %channels;
    mad.lo.u64 %at, %cell, %at, %source;
    ld.global.u8 %red, [%at];
    mov.u32 %green, %red;
    mov.u32 %blue, %red;
    @%two ld.global.u8 %green, [%at+1];
    @%two mov.u32 %blue, 0;
    @%three ld.global.u8 %blue, [%at+2];
    shl.b32 %green, %green, 8;
    shl.b32 %blue, %blue, 16;
    or.b32 %rgba, %red, 4278190080;
    or.b32 %rgba, %rgba, %green;
    or.b32 %rgba, %rgba, %blue;
STORE:
)";

std::string kernel(const char* name, const char* store) {
    return std::string("\n.visible .entry ") + name + parameters + registers + instrument::place_of_thread + body +
           store + "    ret;\n}\n";
}

constexpr const char* level_start = R"(
.visible .entry ws_picture_to_level(.param .u64 target, .param .u64 source, .param .u32 width, .param .u32 height)
{
    .reg .b32 %x, %y, %a, %b, %left, %right, %top, %bottom, %even, %odd, %texel;
    .reg .b64 %target, %source;
    .reg .pred %p;
)";

// At its end, %left and %right are byte offsets. %even and %odd each hold two 16-bit sums, which start at 2 so that the
// division by 4 rounds.
constexpr const char* level_place = R"(    ld.param.u32 %left, [width];
    ld.param.u32 %top, [height];
    sub.u32 %right, %left, 1;
    sub.u32 %bottom, %top, 1;
    shr.u32 %left, %left, 1;
    max.u32 %left, %left, 1;
    shr.u32 %top, %top, 1;
    max.u32 %top, %top, 1;
    setp.ge.u32 %p, %x, %left;
    setp.ge.or.u32 %p, %y, %top, %p;
    @%p ret;
    ld.param.u64 %target, [target];
    ld.param.u64 %source, [source];
    shl.b32 %left, %x, 1;
    add.u32 %a, %left, 1;
    min.u32 %right, %right, %a;
    shl.b32 %left, %left, 2;
    shl.b32 %right, %right, 2;
    shl.b32 %top, %y, 1;
    add.u32 %a, %top, 1;
    min.u32 %bottom, %bottom, %a;
    mov.u32 %even, 0x00020002;
    mov.u32 %odd, %even;
)";

constexpr const char* level_end = R"(    shr.u32 %even, %even, 2;
    and.b32 %even, %even, 0x00ff00ff;
    shl.b32 %odd, %odd, 6;
    and.b32 %odd, %odd, 0xff00ff00;
    or.b32 %texel, %even, %odd;
    shl.b32 %x, %x, 2;
    sust.b.2d.b32.trap [%target, {%x, %y}], {%texel};
    ret;
}
)";

std::string level_kernel() {
    std::string text = std::string(level_start) + instrument::place_of_thread + level_place;
    for (const char* place : {"{%left, %top}", "{%right, %top}", "{%left, %bottom}", "{%right, %bottom}"})
        text += std::string("    suld.b.2d.b32.trap {%texel}, [%source, ") + place +
                "];\n"
                "    and.b32 %a, %texel, 0x00ff00ff;\n    add.u32 %even, %even, %a;\n    shr.u32 %b, %texel, 8;\n"
                "    and.b32 %b, %b, 0x00ff00ff;\n    add.u32 %odd, %odd, %b;\n";
    return text + level_end;
}

} // namespace

const std::string& picture_ptx() {
    static const std::string text =
        ".version 6.4\n.target sm_50\n.address_size 64\n" +
        kernel(picture_to_buffer,
               "    mul.wide.u32 %at, %first, 4;\n    add.u64 %at, %at, %target;\n    st.global.u32 [%at], %rgba;\n") +
        kernel(picture_to_surface, "    shl.b32 %x, %x, 2;\n    sust.b.2d.b32.trap [%target, {%x, %y}], {%rgba};\n") +
        level_kernel();
    return text;
}

} // namespace warpscope::interop
